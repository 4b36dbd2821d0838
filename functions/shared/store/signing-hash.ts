import { hash } from 'node:crypto';
import { hmacSha256 } from '../domain/secret-key.ts';

/** Caches the last HMAC of a text with a text secret: the credentials, which are the same for every call. */
let lastOfTexts: { secret: string; text: Uint8Array; digest: Uint8Array } | undefined;

/** SHA-256, or its HMAC if there is a secret, for the signatures of SDK clients (their option `sha256`). */
export class SigningHash {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined;
  #chunks: Uint8Array[] = [];

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret;
  }

  update(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  /** The digest of all data since construction or reset; call it once. */
  async digest(): Promise<Uint8Array> {
    const [first = new Uint8Array(), ...more] = this.#chunks;
    const fed = more.length === 0 ? first : Buffer.concat(this.#chunks);
    const secret = this.#secret;
    if (secret === undefined) return hash('sha256', fed, 'buffer');
    if (typeof secret !== 'string') return hmacSha256(bytesOf(secret)).update(fed).digest();
    if (lastOfTexts?.secret !== secret || Buffer.compare(lastOfTexts.text, fed) !== 0) {
      const digest = hmacSha256(Buffer.from(secret)).update(fed).digest();
      lastOfTexts = { secret, text: Buffer.from(fed), digest };
    }
    return new Uint8Array(lastOfTexts.digest);
  }

  reset(): void {
    this.#chunks = [];
  }
}

const bytesOf = (secret: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
