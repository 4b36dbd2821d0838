import type { LanguageDetector } from '../classify/language-detector.ts';
import { isUnspaced } from '../text/unspaced.ts';
import type { DialogState } from './state.ts';

/** The least letters that tell a language; a sign of a script without spaces counts as several. */
const LEAST_LETTERS = 10;
const LETTERS_OF_A_SIGN = 3;
/** The least words: a single one is as often a name, or lent from another language. */
const LEAST_WORDS = 2;
/** The least margin of another language before the one that is spoken. */
const SURE = 1.8;
/** The least margin before any third language. */
const APART = 0.5;
/** The least margin in an answer, which may be a name or an address. */
const SURE_IN_A_REPLY = 3.5;

/**
 * The language to answer a query in: the one that the conversation is in, unless the query is surely in another one.
 * @param requested the language that the caller sent; its change ends what was detected before
 * @param isReply true where an answer to a question is awaited
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
