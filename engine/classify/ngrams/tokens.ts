import { normalForm } from '../../normal-form.ts';
import { foldAccents } from '../../text/words.ts';

/** The longest text that is read, in UTF-16 units: what a query may hold. The rest is cut off. */
export const MAX_TEXT_LENGTH = 4096;

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKEN = /[\p{L}\p{N}\p{M}'_]+|[^\s\p{Cc}\p{Cf}]/gu;
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4`]/g;

let segmenter: Intl.Segmenter | undefined;

/** One form for what a reader takes to be the same text: NFKC, lower case, one kind of apostrophe, no accents. */
export function normalizeText(text: string): string {
  const plain = normalForm(text.slice(0, MAX_TEXT_LENGTH).replace(APOSTROPHES, "'"), 'NFKC');
  // One sign may stand for eighteen.
  return foldAccents(plain.slice(0, MAX_TEXT_LENGTH).toLowerCase());
}

/**
 * Splits a text into words and single marks. A run of a script that is written without spaces is cut into
 * words by the Unicode dictionaries (`Intl.Segmenter`).
 */
export function tokenize(text: string): string[] {
  const normalized = normalizeText(text);
  const tokens: string[] = normalized.match(TOKEN) ?? [];
  return UNSPACED.test(normalized) ? tokens.flatMap(segment) : tokens;
}

function segment(token: string): string[] {
  if (!UNSPACED.test(token)) return [token];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(token), (part) => part.segment);
}
