import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { endsAsQuestion } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import type { Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { meanOdds, type ReadActs } from './acts-in-place.ts';

/** A reply to a question of yes and no. */
export interface ReplyToQuestion {
  /** The probability that there is a yes in it, 0…1. */
  affirm: number;
  /**
   * The probability that it holds something beside agreement, thanks, courtesy and the values that are held, 0…1. Only a
   * yes needs it, and it takes runs of the encoder.
   */
  reservation: () => number;
}

/**
 * Reads a reply to a question of yes and no. It is read with values that were said back, or will be before anything is done
 * with them, and without. What stands beside the yes is read twice, in the whole reply and clause by clause, where the
 * clause with the most counts; the mean of the log odds is what both say.
 * @param utterance the whole query, with its questions and wishes
 * @param told the places of these values
 * @param isToCancel tells whether the question is about cancelling something
 */
export function replyToQuestion(
  { text, words, language: code }: Utterance,
  told: readonly Stretch[],
  language: Language,
  { inPlace, alone, isToCancel }: { inPlace: ReadActs; alone: ReadActs; isToCancel: () => boolean },
): ReplyToQuestion {
  const saysNothing = (part: string) =>
    wordsIn(part, code).every((word) => language.connecting.has(word.text));
  const untold = (stretch: Stretch) => without(text, stretch, told);
  const within = (stretch: Stretch): { affirm: number; reservation: number } => {
    const withTold = inPlace(text.slice(stretch.start, stretch.end)).likelihood;
    if (!told.some((value) => overlap(value, stretch))) return withTold;
    const rest = untold(stretch);
    if (saysNothing(rest)) return { affirm: withTold.affirm, reservation: 0 };
    const { affirm, reservation } = inPlace(rest).likelihood;
    return {
      affirm: Math.max(withTold.affirm, affirm),
      reservation: Math.min(withTold.reservation, reservation),
    };
  };
  /** The probability that a clause gives up what was asked, and is no yes to it: "yes, cancel it". */
  const leaves = (clause: Stretch): number => {
    const rest = untold(clause);
    if (saysNothing(rest)) return 0;
    const { drop, cancel } = alone(rest).likelihood;
    return Math.min(1 - inPlace(rest).likelihood.affirm, Math.max(drop, cancel));
  };
  const whole = within({ start: 0, end: text.length });
  const reservation = () => {
    // A mark tells a question; that there is none tells nothing.
    if (endsAsQuestion(text)) return 1;
    const clauses = clausesOf(text, words, clauseForms(language));
    if (clauses.length < 2) return whole.reservation;
    const most = Math.max(...clauses.map((clause) => within(clause).reservation));
    const held = meanOdds(whole.reservation, most);
    const left = Math.max(...clauses.map(leaves));
    // "Yes, get rid of it" agrees to cancel.
    return left > held && !isToCancel() ? left : held;
  };
  return { affirm: whole.affirm, reservation };
}

/** A part of a text without some stretches. */
function without(text: string, { start, end }: Stretch, gone: readonly Stretch[]): string {
  let at = start;
  let left = '';
  const inside = gone.filter((stretch) => overlap(stretch, { start, end }));
  for (const stretch of inside.sort((a, b) => a.start - b.start)) {
    left += text.slice(at, Math.max(at, stretch.start));
    at = Math.max(at, stretch.end);
  }
  return left + text.slice(at, Math.max(at, end));
}
