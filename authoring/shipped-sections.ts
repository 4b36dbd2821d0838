import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Sections, sectionKey } from './trained-sections.ts';

/** The examples' trained sections, shipped with the project so that a first start need not train them. */
export const SHIPPED_SECTIONS: string = fileURLToPath(new URL('../examples/trained/', import.meta.url));

/** Maps each section's key to the digest of its bytes, which is also its file name. */
export const SHIPPED_INDEX = 'index.json';

export const bytesDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The digests of a folder's sections by key; empty without an index. */
export function readShippedIndex(folder = SHIPPED_SECTIONS): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path.join(folder, SHIPPED_INDEX), 'utf8'));
  } catch {
    return {};
  }
}

/** A shipped section by key; undefined if there is none, or if its file was altered. */
export function shippedSection(key: string, folder = SHIPPED_SECTIONS): Uint8Array | undefined {
  const digest = readShippedIndex(folder)[key];
  if (digest === undefined) return undefined;
  try {
    const bytes = readFileSync(path.join(folder, digest));
    // Copied, so that typed arrays over it are aligned.
    return bytesDigest(bytes) === digest ? Uint8Array.from(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Section bytes by file name, which is the digest of the bytes. */
export interface ShippedFiles {
  /** The digest of each section by key, in order of the keys. */
  index: Record<string, string>;
  bytes: Map<string, Uint8Array>;
}

/** Collects the sections of examples. */
export class SectionsCollector {
  readonly #sections = new Map<string, Uint8Array>();

  /**
   * The sections of one kind of training.
   * @param stamp identifies what trains
   * @param known returns a section by key, to use instead of training
   */
  of(stamp: string, known: (key: string) => Uint8Array | undefined): Sections {
    return {
      section: (inputs, train) => {
        const key = sectionKey(stamp, inputs);
        const section = known(key) ?? train();
        if (section !== null) this.#sections.set(key, section);
        return section;
      },
    };
  }

  files(): ShippedFiles {
    const sections = [...this.#sections].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      index: Object.fromEntries(sections.map(([key, bytes]) => [key, bytesDigest(bytes)])),
      bytes: new Map(sections.map(([, bytes]) => [bytesDigest(bytes), bytes])),
    };
  }
}

/** Differences between a folder and these sections (stale, missing or extra files), as sentences. */
export function shippedFaults({ index, bytes }: ShippedFiles, folder = SHIPPED_SECTIONS): string[] {
  const wanted = new Set([SHIPPED_INDEX, ...bytes.keys()]);
  const present = existsSync(folder) ? readdirSync(folder) : [];
  return [
    ...(JSON.stringify(readShippedIndex(folder)) === JSON.stringify(index)
      ? []
      : [`${SHIPPED_INDEX} lists different sections.`]),
    ...present.filter((file) => !wanted.has(file)).map((file) => `${file} is not a section of an example.`),
    ...[...bytes].flatMap(([digest]) =>
      present.includes(digest) && bytesDigest(readFileSync(path.join(folder, digest))) === digest
        ? []
        : [`${digest} is missing or damaged.`],
    ),
  ];
}

/** Makes a folder contain exactly these sections. */
export function writeShipped({ index, bytes }: ShippedFiles, folder = SHIPPED_SECTIONS): void {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!bytes.has(file)) rmSync(path.join(folder, file));
  for (const [digest, section] of bytes) writeFileSync(path.join(folder, digest), section);
  writeFileSync(path.join(folder, SHIPPED_INDEX), `${JSON.stringify(index, null, 2)}\n`);
}
