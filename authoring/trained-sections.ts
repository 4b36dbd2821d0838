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

/** Where trained sections are looked for before they are trained. */
export interface Sections {
  /**
   * The section trained from these inputs.
   * @param inputs all that decides the bytes, as JSON would write it
   * @param train null where there is nothing to learn, which is not kept
   */
  section<Section extends Uint8Array | null>(inputs: unknown, train: () => Section): Section | Uint8Array;
}

/** The name of a section: equal for equal inputs to the same training. @param stamp names what trains */
export const sectionKey = (stamp: string, inputs: unknown): string =>
  sha256(stamp, '\0', JSON.stringify(inputs)).toString('hex');

/**
 * Trained sections in a folder, each under the digest of all that it was trained from, so that what an author left as
 * it was is not trained again. A file that was damaged or cut off counts as absent. Beyond `mostBytes`, what was used
 * least recently goes.
 */
export class TrainedSections implements Sections {
  readonly #folder: string;
  readonly #stamp: string;
  readonly #mostBytes: number;

  /** @param stamp names what trains: the same inputs under another stamp are trained anew */
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
      // A copy begins where numbers of any size may.
      return Uint8Array.from(section);
    } catch {
      return undefined;
    }
  }

  #write(file: string, section: Uint8Array): void {
    mkdirSync(this.#folder, { recursive: true });
    // A run that is cut off leaves no half file under the name.
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, Buffer.concat([sha256(section), section]));
    renameSync(fresh, file);
    this.#makeRoom();
  }

  #makeRoom(): void {
    let room = this.#mostBytes;
    const files = readdirSync(this.#folder).flatMap((name) => {
      const path = join(this.#folder, name);
      // Another run may have made room meanwhile.
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ path, bytes: stat.size, usedAt: stat.mtimeMs }];
    });
    for (const { path, bytes } of files.sort((a, b) => b.usedAt - a.usedAt)) {
      room -= bytes;
      if (room < 0) rmSync(path, { force: true });
    }
  }
}
