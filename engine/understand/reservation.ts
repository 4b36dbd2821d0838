import type { Language } from '../language/language.ts';
import { clausesOf } from '../text/clauses.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { endsAsQuestion } from '../text/words.ts';
import { clauseForms } from '../values/clause-forms.ts';
import type { Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { meanOdds, type ReadActs } from './acts-in-place.ts';
import { CERTAINTY } from './certainty.ts';

/** A reply to a yes/no question. */
export interface ReplyToQuestion {
  /** The probability that it says yes, 0…1. */
  affirm: number;
  /**
   * The probability that it says more than agreement, thanks, courtesy and known values, 0…1. Computed only for a yes,
   * because it runs the encoder.
   */
  reservation: () => number;
}

/**
 * Reads a reply to a yes/no question, with and without the values that the assistant says back before or after it. The
 * reservation is read from the whole reply and from each clause after remarks that precede a yes; the highest clause
 * counts. The log odds of both readings are averaged.
 * @param utterance the whole query, with its questions and wishes
 * @param told the stretches of values that are said back
 * @param isToCancel true if the question is about cancelling something
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
  /** The probability that a clause abandons the request and does not say yes to it. */
  const leaves = (clause: Stretch): number => {
    const rest = untold(clause);
    if (saysNothing(rest)) return 0;
    const { drop, cancel } = alone(rest).likelihood;
    return Math.min(1 - inPlace(rest).likelihood.affirm, Math.max(drop, cancel));
  };
  /** True if a clause neither agrees nor refuses, asks, wishes, changes or delays anything. */
  const isRemark = (clause: Stretch): boolean => {
    if (within(clause).affirm >= CERTAINTY.likely) return false;
    const { deny, cancel, ask, change, condition, wait, wish, handoff, unsure } = alone(
      text.slice(clause.start, clause.end),
    ).likelihood;
    return Math.max(deny, cancel, ask, change, condition, wait, wish, handoff, unsure) < CERTAINTY.likely;
  };
  const whole = within({ start: 0, end: text.length });
  const reservation = () => {
    // A question mark proves a question; its absence proves nothing.
    if (endsAsQuestion(text)) return 1;
    const all = clausesOf(text, words, clauseForms(language));
    if (all.length < 2) return whole.reservation;
    // Remarks before a yes count only in the whole reply.
    const answer = all.slice(
      Math.max(
        0,
        all.findIndex((clause) => !isRemark(clause)),
      ),
    );
    const agrees = within({ start: answer[0]?.start ?? 0, end: text.length }).affirm >= CERTAINTY.sure;
    const clauses = agrees ? answer : all;
    const most = Math.max(...clauses.map((clause) => within(clause).reservation));
    const mean = meanOdds(whole.reservation, most);
    const held = clauses.length < all.length ? Math.max(mean, whole.reservation) : mean;
    const left = Math.max(...clauses.map(leaves));
    // "Yes, get rid of it" agrees to a cancellation.
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
