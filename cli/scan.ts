import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { appKeyDigest, isAppKey } from '../functions/shared/domain/credentials/secrets.ts';

/** An App-Key that was found in a file; never the key itself. */
export interface FoundKey {
  file: string;
  /** The number of the line, from 1. */
  line: number;
  /** The first hex digits of the key's digest, by which its owner finds it. */
  fingerprint: string;
}

export const KEY_FINGERPRINT_LENGTH = 16;

/** The form that secret scanners look for; docs/SECURITY.md publishes it. */
export const KEY_PATTERN = /cak_[0-9A-Za-z]{36}/g;
const KEY_LENGTH = 40;

/** Folders of an author that hold no files of the author's own. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Looks through files, and the files of folders, for App-Keys whose checksum is right. */
export async function* scanPaths(paths: readonly string[]): AsyncGenerator<FoundKey> {
  for (const place of paths) {
    for await (const file of filesUnder(place)) yield* scanFile(file);
  }
}

async function* filesUnder(place: string): AsyncGenerator<string> {
  const stats = await stat(place);
  if (stats.isFile()) yield place;
  if (!stats.isDirectory()) return;
  const entries = await readdir(place, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inside = path.join(place, entry.name);
    if (entry.isFile()) yield inside;
    else if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesUnder(inside);
  }
}

/** Reads byte by byte as Latin-1, so that no encoding hides a key, and in parts, so that no file is too long. */
async function* scanFile(file: string): AsyncGenerator<FoundKey> {
  let kept = '';
  let line = 1;
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const text = kept + String(chunk);
    // The end of a part, in which a key could begin, is left for the next part.
    const end = Math.max(0, text.length - KEY_LENGTH + 1);
    yield* keysIn(text, end, file, line);
    line += linesIn(text.slice(0, end));
    kept = text.slice(end);
  }
  yield* keysIn(kept, kept.length, file, line);
}

/** The keys that begin before `end`. */
function* keysIn(text: string, end: number, file: string, firstLine: number): Generator<FoundKey> {
  let line = firstLine;
  let counted = 0;
  for (const { 0: key, index } of text.matchAll(KEY_PATTERN)) {
    if (index >= end || !isAppKey(key)) continue;
    line += linesIn(text.slice(counted, index));
    counted = index;
    yield { file, line, fingerprint: appKeyDigest(key).slice(0, KEY_FINGERPRINT_LENGTH) };
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;
