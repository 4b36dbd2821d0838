import type { CompiledSlot } from '../../assistant.ts';
import { hasPause } from '../../text/pauses.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { takesCounts } from './people-slots.ts';
import type { Features } from './weights.ts';

/** Positions of a word next to a value in the annotated utterances. */
const SIDES = ['left', 'secondLeft', 'right'] as const;
type Side = (typeof SIDES)[number];

/** How often a normalised word stands next to a slot's values in the annotated utterances. */
export function timesSeen({ contexts }: CompiledSlot, side: Side, word: string, language: string): number {
  const seen = contexts[language]?.[side];
  return seen !== undefined && Object.hasOwn(seen, word) ? (seen[word] ?? 0) : 0;
}

/** The slots that have a word before their values at least `least` times in the annotated utterances. */
export const slotsLedTo = (
  slots: readonly CompiledSlot[],
  word: string,
  language: string,
  least = 1,
): CompiledSlot[] => slots.filter((slot) => timesSeen(slot, 'left', word, language) >= least);

/**
 * The words around a value, and how often the utterances have them beside the values of any slot that could take it.
 */
export interface Surroundings {
  rivalCount: number;
  sides: { side: Side; word: string; seen: number }[];
}

export function surroundingsAt(
  { start, end, beforeNoun = end }: Candidate,
  rivals: readonly CompiledSlot[],
  { text, words, language }: Utterance,
): Surroundings {
  const next = words.findIndex(({ end: last }) => last > start);
  const all = words.slice(0, next < 0 ? words.length : next).slice(-2);
  // A pause separates words from the value: in "book a flight, Munich Rome", "flight" does not precede Munich.
  const apart = all.findLastIndex(({ end: last }, index) =>
    hasPause(text.slice(last, all[index + 1]?.start ?? start)),
  );
  const before = all.slice(apart + 1);
  const around = {
    left: before.at(-1),
    secondLeft: before.at(-2),
    right: words[firstWordFrom(words, beforeNoun)],
  };
  const sides = SIDES.flatMap((side) => {
    const word = around[side]?.text;
    if (word === undefined) return [];
    const seen = rivals.reduce((sum, rival) => sum + timesSeen(rival, side, word, language), 0);
    return [{ side, word, seen }];
  });
  return { rivalCount: rivals.length, sides };
}

/** What the words around a value say of a slot. */
export function contextOf(slot: CompiledSlot, { sides }: Surroundings, language: string): Features {
  const features: Features = {};
  const isNumber = takesCounts(slot);
  for (const { side, word, seen } of sides) {
    const times = timesSeen(slot, side, word, language);
    // The word after a number says what the number counts: "3 rooms for 5 days".
    if (side === (isNumber ? 'right' : 'left') && seen > 1 && times === 0) features.foreign = 1;
    // Smoothing: a word seen once is not certain.
    if (times > 0) features[isNumber ? (`${side}OfNumber` as const) : side] = times / (seen + 0.2);
  }
  // A more distant word for this slot outweighs a near word for another: "from my savings".
  return Object.keys(features).length > 1 ? { ...features, foreign: 0 } : features;
}
