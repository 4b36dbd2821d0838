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

const sizeOf = ({ length }: Uint8Array): number => HEAD_BYTES + length;

/** A file that holds what the latest run used is filled up to this size with what it did not. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface CacheLimits {
  /** The most bytes that a run keeps; what it sets beyond them is not kept. No limit by default. */
  mostUsedBytes?: number;
  /** Up to which the file keeps what the latest run did not use; 64 MB by default. */
  mostBytes?: number;
}

/**
 * A cache in one file, for the next run on the same texts: records of a digest, a length and so many bytes, the least
 * recently used first. What a run uses is written back, and of the rest, the latest used first, as much as fits: so
 * two assistants that are trained in turn both keep theirs, and the file does not grow with texts that are gone.
 */
export class FileCache implements ByteCache {
  readonly #path: string;
  readonly #salt: string;
  readonly #mostUsedBytes: number;
  readonly #mostBytes: number;
  /** The records in the order of their last use. */
  readonly #records = new Map<string, Uint8Array>();
  readonly #used = new Set<string>();
  #usedBytes = 0;

  /** @param salt names what computes the values; others' records are ignored */
  constructor(
    path: string,
    salt: string,
    { mostUsedBytes = Number.POSITIVE_INFINITY, mostBytes = MOST_BYTES }: CacheLimits = {},
  ) {
    this.#path = path;
    this.#salt = salt;
    this.#mostUsedBytes = mostUsedBytes;
    this.#mostBytes = mostBytes;
    this.#load();
  }

  get(text: string): Uint8Array | undefined {
    const key = this.#key(text);
    const bytes = this.#records.get(key);
    if (bytes) this.#use(key, bytes);
    return bytes;
  }

  set(text: string, bytes: Uint8Array): void {
    this.#use(this.#key(text), bytes);
  }

  save(): void {
    const kept = this.#kept();
    const file = new Uint8Array(kept.reduce((sum, [, bytes]) => sum + sizeOf(bytes), MAGIC.length));
    file.set(Buffer.from(MAGIC, 'latin1'));
    const view = new DataView(file.buffer);
    let at = MAGIC.length;
    for (const [key, bytes] of kept) {
      file.set(Buffer.from(key, 'latin1'), at);
      view.setUint32(at + KEY_BYTES, bytes.length, true);
      file.set(bytes, at + HEAD_BYTES);
      at += sizeOf(bytes);
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    // A run that is cut off leaves the file as it was.
    writeFileSync(`${this.#path}.${process.pid}`, file);
    renameSync(`${this.#path}.${process.pid}`, this.#path);
  }

  /** The records to write: all that were used, and before them as many of the others as fit. */
  #kept(): [string, Uint8Array][] {
    const records = [...this.#records];
    const used = records.filter(([key]) => this.#used.has(key));
    const unused = records.filter(([key]) => !this.#used.has(key));
    let room = this.#mostBytes - MAGIC.length - this.#usedBytes;
    const lastDropped = unused.findLastIndex(([, bytes]) => {
      room -= sizeOf(bytes);
      return room < 0;
    });
    return [...unused.slice(lastDropped + 1), ...used];
  }

  #use(key: string, bytes: Uint8Array): void {
    const before = this.#used.has(key) ? sizeOf(this.#records.get(key) ?? bytes) : 0;
    const usedBytes = this.#usedBytes - before + sizeOf(bytes);
    if (usedBytes > this.#mostUsedBytes) return;
    this.#usedBytes = usedBytes;
    this.#used.add(key);
    this.#records.delete(key);
    this.#records.set(key, bytes);
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
      this.#records.set(key, Uint8Array.from(file.subarray(at + HEAD_BYTES, end)));
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
  constructor(path: string, salt: string, length: number, limits: CacheLimits = {}) {
    this.#cache = new FileCache(path, `${salt}\0${length}`, limits);
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
