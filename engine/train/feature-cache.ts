import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Caches vectors computed from texts. All values of a cache have the same length. */
export interface FeatureCache {
  get(text: string): Float32Array | undefined;
  set(text: string, features: Float32Array): void;
}

/** Caches bytes computed from texts, of any length. */
export interface ByteCache {
  get(text: string): Uint8Array | undefined;
  set(text: string, bytes: Uint8Array): void;
}

const MAGIC = 'PARLEYC2';
const KEY_BYTES = 16;
const HEAD_BYTES = KEY_BYTES + 4;

const sizeOf = ({ length }: Uint8Array): number => HEAD_BYTES + length;

/** The default file size limit for entries that the latest run did not use. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface CacheLimits {
  /** The most bytes that a run adds or uses; further values are not stored. Default: no limit. */
  mostUsedBytes?: number;
  /** The file size up to which unused entries are kept. Default 64 MB. */
  mostBytes?: number;
}

/**
 * A cache in one file for the next run on the same texts. Records are a digest, a length and the bytes, least recently
 * used first. A run writes back every entry it used, and as many recent others as fit. Two assistants trained in turn
 * thus both keep their entries, and entries of deleted texts disappear.
 */
export class FileCache implements ByteCache {
  readonly #path: string;
  readonly #salt: string;
  readonly #mostUsedBytes: number;
  readonly #mostBytes: number;
  /** Records, least recently used first. */
  readonly #records = new Map<string, Uint8Array>();
  readonly #used = new Set<string>();
  #usedBytes = 0;

  /** @param salt identifies the computation; records with another salt are ignored */
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
    // An interrupted run leaves the old file intact.
    writeFileSync(`${this.#path}.${process.pid}`, file);
    renameSync(`${this.#path}.${process.pid}`, this.#path);
  }

  /** The records to write: as many recent unused ones as fit, then all used ones. */
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
      // Copy, because a view into the file may be misaligned for numbers.
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

  /** @param length the length of each value */
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
