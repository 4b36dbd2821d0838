import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const DIGEST_BYTES = 32;

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** A cache of trained sections. */
export interface Sections {
  /**
   * The section trained from these inputs.
   * @param inputs everything that determines the bytes, as JSON values
   * @param train returns null without training data; null is not cached
   */
  section<Section extends Uint8Array | null>(inputs: unknown, train: () => Section): Section | Uint8Array;
}

/** A section's key, equal for equal inputs to the same training. @param stamp identifies the training code */
export const sectionKey = (stamp: string, inputs: unknown): string =>
  sha256(stamp, '\0', JSON.stringify(inputs)).toString('hex');

/**
 * Trained sections in a folder, each under the digest of its inputs, so that unchanged parts are not trained
 * again. A damaged or truncated file counts as missing. Deletes the least recently used sections beyond
 * `mostBytes`.
 */
export class TrainedSections implements Sections {
  readonly #folder: string;
  readonly #stamp: string;
  readonly #mostBytes: number;

  /** @param stamp identifies the training code; with another stamp, the same inputs are trained again */
  constructor(folder: string, stamp: string, mostBytes: number) {
    this.#folder = folder;
    this.#stamp = stamp;
    this.#mostBytes = mostBytes;
  }

  section<Section extends Uint8Array | null>(inputs: unknown, train: () => Section): Section | Uint8Array {
    const file = join(this.#folder, sectionKey(this.#stamp, inputs));
    const known = this.#read(file);
    if (known !== undefined) return known;
    const trained = train();
    if (trained !== null) this.#write(file, trained);
    return trained;
  }

  #read(file: string): Uint8Array | undefined {
    try {
      const bytes = readFileSync(file);
      const section = bytes.subarray(DIGEST_BYTES);
      if (!sha256(section).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined;
      const now = new Date();
      utimesSync(file, now, now);
      // Copied, so that typed arrays over it are aligned.
      return Uint8Array.from(section);
    } catch {
      return undefined;
    }
  }

  #write(file: string, section: Uint8Array): void {
    mkdirSync(this.#folder, { recursive: true });
    // Written under a temporary name first, so that an interrupted run leaves no partial file.
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, Buffer.concat([sha256(section), section]));
    renameSync(fresh, file);
    this.#makeRoom();
  }

  #makeRoom(): void {
    let room = this.#mostBytes;
    const files = readdirSync(this.#folder).flatMap((name) => {
      const path = join(this.#folder, name);
      // Another process may have deleted it meanwhile.
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ path, bytes: stat.size, usedAt: stat.mtimeMs }];
    });
    for (const { path, bytes } of files.sort((a, b) => b.usedAt - a.usedAt)) {
      room -= bytes;
      if (room < 0) rmSync(path, { force: true });
    }
  }
}
