import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps what is costly to compute from a text. Values have one length each cache. */
export interface FeatureCache {
  get(text: string): Float32Array | undefined;
  set(text: string, features: Float32Array): void;
}

/** Keeps what is costly to compute from a text, of any length. */
export interface ByteCache {
  get(text: string): Uint8Array | undefined;
  set(text: string, bytes: Uint8Array): void;
}

const MAGIC = 'PARLEYC2';
const KEY_BYTES = 16;
const HEAD_BYTES = KEY_BYTES + 4;

/**
 * A cache in one file, for the next run on the same texts: records of a digest, a length and so many bytes. Only
 * what was asked for or set since loading is written back, so the file does not grow with texts that are gone.
 */
export class FileCache implements ByteCache {
  readonly #path: string;
  readonly #salt: string;
  readonly #mostBytes: number;
  readonly #stored = new Map<string, Uint8Array>();
  readonly #used = new Map<string, Uint8Array>();
  #usedBytes = 0;

  /**
   * @param salt names what computes the values; others' records are ignored
   * @param mostBytes that are kept; what is set beyond them is not
   */
  constructor(path: string, salt: string, mostBytes = Number.POSITIVE_INFINITY) {
    this.#path = path;
    this.#salt = salt;
    this.#mostBytes = mostBytes;
    this.#load();
  }

  get(text: string): Uint8Array | undefined {
    const key = this.#key(text);
    const bytes = this.#used.get(key) ?? this.#stored.get(key);
    if (bytes) this.#use(key, bytes);
    return bytes;
  }

  set(text: string, bytes: Uint8Array): void {
    this.#use(this.#key(text), bytes);
  }

  save(): void {
    const file = new Uint8Array(MAGIC.length + this.#usedBytes);
    file.set(Buffer.from(MAGIC, 'latin1'));
    const view = new DataView(file.buffer);
    let at = MAGIC.length;
    for (const [key, bytes] of this.#used) {
      file.set(Buffer.from(key, 'latin1'), at);
      view.setUint32(at + KEY_BYTES, bytes.length, true);
      file.set(bytes, at + HEAD_BYTES);
      at += HEAD_BYTES + bytes.length;
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    // A run that is cut off leaves the file as it was.
    writeFileSync(`${this.#path}.${process.pid}`, file);
    renameSync(`${this.#path}.${process.pid}`, this.#path);
  }

  #use(key: string, bytes: Uint8Array): void {
    const size = HEAD_BYTES + bytes.length;
    if (this.#used.has(key) || this.#usedBytes + size > this.#mostBytes) return;
    this.#used.set(key, bytes);
    this.#usedBytes += size;
  }

  #load(): void {
    let file: Buffer;
    try {
      file = readFileSync(this.#path);
    } catch {
      return;
    }
    if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) return;
    for (let at = MAGIC.length; at + HEAD_BYTES <= file.length; ) {
      const key = file.toString('latin1', at, at + KEY_BYTES);
      const end = at + HEAD_BYTES + file.readUInt32LE(at + KEY_BYTES);
      if (end > file.length) return;
      // A copy of its own begins where numbers of any size may.
      this.#stored.set(key, Uint8Array.from(file.subarray(at + HEAD_BYTES, end)));
      at = end;
    }
  }

  #key(text: string): string {
    const digest = createHash('sha256').update(`${this.#salt}\0${text}`).digest();
    return digest.toString('latin1', 0, KEY_BYTES);
  }
}

/** A `FileCache` of numbers. */
export class FileFeatureCache implements FeatureCache {
  readonly #cache: FileCache;

  /** @param length of each value */
  constructor(path: string, salt: string, length: number) {
    this.#cache = new FileCache(path, `${salt}\0${length}`);
  }

  get(text: string): Float32Array | undefined {
    const bytes = this.#cache.get(text);
    return bytes && new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  }

  set(text: string, features: Float32Array): void {
    this.#cache.set(text, new Uint8Array(features.slice().buffer));
  }

  save(): void {
    this.#cache.save();
  }
}
