import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { appKeyDigest, isAppKey } from '../functions/shared/domain/credentials/secrets.ts';

/** An App-Key found in a file, without the key itself. */
export interface FoundKey {
  file: string;
  /** The line number, from 1. */
  line: number;
  /** The first hex digits of the key's digest, from which its owner can identify it. */
  fingerprint: string;
}

export const KEY_FINGERPRINT_LENGTH = 16;

/** The pattern for secret scanners, published in docs/SECURITY.md. */
export const KEY_PATTERN = /cak_[0-9A-Za-z]{36}/g;
const KEY_LENGTH = 40;

/** Folders that contain none of the author's own files. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Searches files and folders for App-Keys with a correct checksum. */
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

/**
 * Reads bytes as Latin-1, so that no encoding hides a key, and in chunks, so that files may have any size.
 */
async function* scanFile(file: string): AsyncGenerator<FoundKey> {
  let kept = '';
  let line = 1;
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const text = kept + String(chunk);
    // A key could continue beyond the end of a chunk, so the end is searched with the next chunk.
    const end = Math.max(0, text.length - KEY_LENGTH + 1);
    yield* keysIn(text, end, file, line);
    line += linesIn(text.slice(0, end));
    kept = text.slice(end);
  }
  yield* keysIn(kept, kept.length, file, line);
}

/** Keys that begin before `end`. */
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
