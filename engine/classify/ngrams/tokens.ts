import { normalForm } from '../../normal-form.ts';
import { plainApostrophes, plainSigns } from '../../text/plain-signs.ts';
import { cutUnspaced, isUnspaced } from '../../text/unspaced.ts';
import { foldAccents } from '../../text/words.ts';

/** The longest text that is read, in UTF-16 units, equal to the longest query. The rest is cut off. */
export const MAX_TEXT_LENGTH = 4096;

const TOKEN = /[\p{L}\p{N}\p{M}'_]+|[^\s\p{Cc}\p{Cf}]/gu;

/** Normalises a text: NFKC, lower case, one kind of apostrophe and of digits, no accents. */
function normalizeText(text: string): string {
  const plain = normalForm(plainApostrophes(text.slice(0, MAX_TEXT_LENGTH)), 'NFKC');
  // NFKC can expand one character to eighteen.
  return plainSigns(foldAccents(plain.slice(0, MAX_TEXT_LENGTH).toLowerCase()));
}

/**
 * Splits a text into words and punctuation marks. Scripts without spaces are cut into words by the Unicode dictionaries
 * (`Intl.Segmenter`).
 */
export function tokenize(text: string): string[] {
  const normalized = normalizeText(text);
  const tokens: string[] = normalized.match(TOKEN) ?? [];
  return isUnspaced(normalized) ? tokens.flatMap(segment) : tokens;
}

const segment = (token: string): string[] =>
  isUnspaced(token) ? cutUnspaced(token).map(({ text }) => text) : [token];
