import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** An import or export from a project file. Type-only statements do not affect the bytes. */
const NAMED_FILE = /^(?:import|export)\b(?!\s+type\b)[^;'"`]*'(\.[^']+)'/gm;

/**
 * All sources that these sources import, directly or indirectly, including themselves.
 * @param entries sources, as paths from the project's root
 */
export function importedSources(entries: readonly string[], root = ROOT): string[] {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(NAMED_FILE))
      reached.add(path.posix.join(path.posix.dirname(file), specifier));
  }
  return [...reached];
}

/** The digest of sources and all their imports; it changes exactly when one of their texts changes. */
export function sourcesDigest(entries: readonly string[], root = ROOT): string {
  const hash = createHash('sha256');
  for (const file of importedSources(entries, root).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
