import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Sections, sectionKey } from './trained-sections.ts';

/** The trained sections of the examples, which come with the project so that a first start need not train them. */
export const SHIPPED_SECTIONS: string = fileURLToPath(new URL('../examples/trained/', import.meta.url));

/** The file that tells the digest of each section's bytes, which is the name of its file, by the section's key. */
export const SHIPPED_INDEX = 'index.json';

export const bytesDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The digests of the sections in a folder by their keys; none where the folder has no index. */
export function readShippedIndex(folder = SHIPPED_SECTIONS): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path.join(folder, SHIPPED_INDEX), 'utf8'));
  } catch {
    return {};
  }
}

/** A section that came with the project, by its key; undefined where there is none, or its file is not what it was. */
export function shippedSection(key: string, folder = SHIPPED_SECTIONS): Uint8Array | undefined {
  const digest = readShippedIndex(folder)[key];
  if (digest === undefined) return undefined;
  try {
    const bytes = readFileSync(path.join(folder, digest));
    // A copy begins where numbers of any size may.
    return bytesDigest(bytes) === digest ? Uint8Array.from(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Sections by the names of the files that hold them: the digests of their bytes. */
export interface ShippedFiles {
  /** The digest of each section by its key, in the order of the keys. */
  index: Record<string, string>;
  bytes: Map<string, Uint8Array>;
}

/** Collects the sections that examples are made of, and hands out `known` ones in place of their training. */
export class SectionsCollector {
  readonly #sections = new Map<string, Uint8Array>();
  readonly #known: (key: string) => Uint8Array | undefined;

  constructor(known: (key: string) => Uint8Array | undefined) {
    this.#known = known;
  }

  /** The sections of a training. @param stamp names what trains */
  of(stamp: string): Sections {
    return {
      section: (inputs, train) => {
        const key = sectionKey(stamp, inputs);
        const section = this.#known(key) ?? train();
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

/** The files of a folder that are not these sections: stale, missing or other ones, as sentences for whoever has to act. */
export function shippedFaults({ index, bytes }: ShippedFiles, folder = SHIPPED_SECTIONS): string[] {
  const wanted = new Set([SHIPPED_INDEX, ...bytes.keys()]);
  const present = existsSync(folder) ? readdirSync(folder) : [];
  return [
    ...(JSON.stringify(readShippedIndex(folder)) === JSON.stringify(index)
      ? []
      : [`${SHIPPED_INDEX} names other sections.`]),
    ...present.filter((file) => !wanted.has(file)).map((file) => `${file} is no section of an example.`),
    ...[...bytes].flatMap(([digest]) =>
      present.includes(digest) && bytesDigest(readFileSync(path.join(folder, digest))) === digest
        ? []
        : [`${digest} is missing or damaged.`],
    ),
  ];
}

/** Makes a folder hold these sections and nothing else. */
export function writeShipped({ index, bytes }: ShippedFiles, folder = SHIPPED_SECTIONS): void {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!bytes.has(file)) rmSync(path.join(folder, file));
  for (const [digest, section] of bytes) writeFileSync(path.join(folder, digest), section);
  writeFileSync(path.join(folder, SHIPPED_INDEX), `${JSON.stringify(index, null, 2)}\n`);
}
