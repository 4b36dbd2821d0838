import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps what is costly to compute from a text. Values have one length each cache. */
export interface FeatureCache {
  get(text: string): Float32Array | undefined;
  set(text: string, features: Float32Array): void;
}

const KEY_BYTES = 16;

/**
 * A cache in one file, for the next run on the same texts: records of a digest and the features. Only what was
 * asked for or set since loading is written back, so the file does not grow with texts that are gone.
 */
export class FileFeatureCache implements FeatureCache {
  readonly #path: string;
  readonly #salt: string;
  readonly #length: number;
  readonly #stored = new Map<string, Float32Array>();
  readonly #used = new Map<string, Float32Array>();

  /**
   * @param salt names what computes the features; others' records are ignored
   * @param length of each value
   */
  constructor(path: string, salt: string, length: number) {
    this.#path = path;
    this.#salt = salt;
    this.#length = length;
    this.#load();
  }

  get(text: string): Float32Array | undefined {
    const key = this.#key(text);
    const features = this.#used.get(key) ?? this.#stored.get(key);
    if (features) this.#used.set(key, features);
    return features;
  }

  set(text: string, features: Float32Array): void {
    this.#used.set(this.#key(text), features);
  }

  save(): void {
    const size = KEY_BYTES + this.#length * 4;
    const file = new Uint8Array(this.#used.size * size);
    let at = 0;
    for (const [key, features] of this.#used) {
      file.set(Buffer.from(key, 'latin1'), at);
      file.set(new Uint8Array(features.buffer, features.byteOffset, this.#length * 4), at + KEY_BYTES);
      at += size;
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    // A run that is cut off leaves the file as it was.
    writeFileSync(`${this.#path}.${process.pid}`, file);
    renameSync(`${this.#path}.${process.pid}`, this.#path);
  }

  #load(): void {
    let file: Uint8Array;
    try {
      file = readFileSync(this.#path);
    } catch {
      return;
    }
    const size = KEY_BYTES + this.#length * 4;
    for (let at = 0; at + size <= file.length; at += size) {
      const key = Buffer.from(file.subarray(at, at + KEY_BYTES)).toString('latin1');
      const bytes = new Uint8Array(file.subarray(at + KEY_BYTES, at + size));
      this.#stored.set(key, new Float32Array(bytes.buffer));
    }
  }

  #key(text: string): string {
    const digest = createHash('sha256').update(`${this.#salt}\0${this.#length}\0${text}`).digest();
    return digest.subarray(0, KEY_BYTES).toString('latin1');
  }
}
