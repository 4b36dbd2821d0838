import type { LanguageDetector } from '../classify/language-detector.ts';
import { isUnspaced } from '../text/unspaced.ts';
import type { DialogState } from './state.ts';

/** The minimum number of letters to detect a language; a character of a script without spaces counts as several. */
const LEAST_LETTERS = 10;
const LETTERS_OF_A_SIGN = 3;
/** The minimum number of words: a single word is often a name or a loan word. */
const LEAST_WORDS = 2;
/** The minimum margin of another language over the current one. */
const SURE = 1.8;
/** The minimum margin over any third language. */
const APART = 0.5;
/** The minimum margin in an answer, which may be a name or an address. */
const SURE_IN_A_REPLY = 3.5;

/**
 * The language of the answer: the conversation's, unless the query is clearly in another language.
 * @param requested the language that the caller sent; a new one restarts detection
 * @param isReply true if an answer to a question is awaited
 */
export function spokenLanguage(
  detector: LanguageDetector,
  { spoken }: Pick<DialogState, 'spoken'>,
  { query, requested, isReply }: { query: string; requested: string; isReply: boolean },
): string {
  const current =
    spoken?.requested === requested && detector.languages.includes(spoken.language)
      ? spoken.language
      : requested;
  if (!isTelling(query)) return current;
  const evidence = detector.evidence(query);
  const best = evidence.indexOf(0);
  const gap = -(evidence[detector.languages.indexOf(current)] ?? 0);
  const second = -Math.max(...evidence.filter((_, index) => index !== best));
  const isSure = gap >= (isReply ? SURE_IN_A_REPLY : SURE) && second >= APART;
  return isSure ? (detector.languages[best] ?? current) : current;
}

function isTelling(query: string): boolean {
  const runs = query.match(/[\p{L}\p{M}]+/gu) ?? [];
  const letters = runs.reduce(
    (sum, run) => sum + [...run].reduce((all, sign) => all + (isUnspaced(sign) ? LETTERS_OF_A_SIGN : 1), 0),
    0,
  );
  return letters >= LEAST_LETTERS && (runs.length >= LEAST_WORDS || isUnspaced(query));
}
