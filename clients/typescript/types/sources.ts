import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const DOCUMENT = new URL('../../../functions/openapi/document.json', import.meta.url);
export const CLIENT_TYPES = new URL('../openapi.ts', import.meta.url);

/** The digest of everything that determines the client's types: the document, the writer and the generator. */
export function clientTypesDigest(): string {
  const deciding = [
    DOCUMENT,
    new URL('write.ts', import.meta.url),
    new URL('package-lock.json', import.meta.url),
  ];
  return deciding.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex');
}
