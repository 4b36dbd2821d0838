import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { endsAsQuestion } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import type { Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { meanOdds, type ReadActs } from './acts-in-place.ts';

/** A reply to a question of yes and no, as a deed needs it. */
export interface ReplyToDeed {
  /** The probability that there is a yes in it, 0…1. */
  affirm: number;
  /** The probability that it holds something beside agreement, thanks, courtesy and the values that are held, 0…1. */
  reservation: number;
}

/**
 * Reads a reply to a question of yes and no. It is read with values that were said back, or will be before anything is done
 * with them, and without. What stands beside the yes is read twice, in the whole reply and clause by clause, where the
 * clause with the most counts; the mean of the log odds is what both say.
 * @param utterance the whole query, with its questions and wishes
 * @param told the places of these values
 */
export function replyToDeed(
  { text, words, language: code }: Utterance,
  told: readonly Stretch[],
  language: Language,
  read: ReadActs,
): ReplyToDeed {
  const within = (stretch: Stretch): ReplyToDeed => {
    const { affirm, reservation } = read(text.slice(stretch.start, stretch.end)).likelihood;
    const inside = told.filter((value) => overlap(value, stretch));
    if (inside.length === 0) return { affirm, reservation };
    const rest = without(text, stretch, inside);
    if (wordsIn(rest, code).every((word) => language.connecting.has(word.text)))
      return { affirm, reservation: 0 };
    const alone = read(rest).likelihood;
    return {
      affirm: Math.max(affirm, alone.affirm),
      reservation: Math.min(reservation, alone.reservation),
    };
  };
  const whole = within({ start: 0, end: text.length });
  // A mark tells a question; that there is none tells nothing.
  if (endsAsQuestion(text)) return { affirm: whole.affirm, reservation: 1 };
  const clauses = clausesOf(text, words, clauseForms(language));
  if (clauses.length < 2) return whole;
  const most = Math.max(...clauses.map((clause) => within(clause).reservation));
  return { affirm: whole.affirm, reservation: meanOdds(whole.reservation, most) };
}

/** A part of a text without some stretches. */
function without(text: string, { start, end }: Stretch, gone: readonly Stretch[]): string {
  let at = start;
  let left = '';
  for (const stretch of gone.toSorted((a, b) => a.start - b.start)) {
    left += text.slice(at, Math.max(at, stretch.start));
    at = Math.max(at, stretch.end);
  }
  return left + text.slice(at, Math.max(at, end));
}
