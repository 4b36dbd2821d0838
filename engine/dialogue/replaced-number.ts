import { firstWordFrom, wordsOf } from '../text/words.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { isBareNumber } from '../understand/longer-values.ts';
import { numbersIn } from '../values/number.ts';
import type { Candidate, Utterance } from '../values/recognizer.ts';
import type { CorrectionOptions } from './corrections.ts';
import { entityIn, holders } from './holders.ts';
import { isConnecting } from './replies.ts';
import { isTakenBack, mayTakeBack } from './taken-back.ts';

/**
 * Where a bare number stands for a held value of another entity that is taken back and has a number itself, such as
 * "not 3 years but 5", the number and the values: it is for no slot of numbers.
 */
export function replacedByNumber(
  found: readonly FoundSlot[],
  utterance: Utterance,
  { slots, held, findAll }: CorrectionOptions,
): Candidate[] {
  const { words, language } = utterance;
  const entityOf = (name: string) => entityIn(slots, name) ?? '';
  const all = findAll(utterance);
  const values = all.map(({ candidate }) => candidate);
  const hasNumber = ({ raw }: FoundSlot) =>
    numbersIn({ ...utterance, text: raw, words: wordsOf(raw) }).length > 0;
  const olds = all.filter(
    (one) =>
      holders(slots, held, entityOf(one.slot), one.candidate).length > 0 &&
      hasNumber(one) &&
      isTakenBack(one.candidate, utterance, { isHeld: true, values }),
  );
  const numbers = found.filter(({ slot, candidate }) => {
    const next = words[firstWordFrom(words, candidate.end)];
    const isAlone =
      next === undefined || isConnecting(next.text, language) || mayTakeBack({ ...utterance, words: [next] });
    const isOther = olds.every((old) => entityOf(old.slot) !== entityOf(slot));
    return isAlone && isOther && isBareNumber(entityOf(slot), candidate);
  });
  return olds.length > 0 && numbers.length > 0 ? [...olds, ...numbers].map(({ candidate }) => candidate) : [];
}
