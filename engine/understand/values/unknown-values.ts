import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSlot,
  entityNamed,
  valuesListed,
} from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { timesSeen } from './find-slots.ts';

/** A value that a slot's list does not have. */
export interface UnknownValue {
  slot: CompiledSlot;
  on: Stretch;
  raw: string;
}

/** So often a word must stand before a slot's values in the utterances to tell them. */
const OFTEN = 2;
/** Words of a value that its list lacks, at most. */
export const WORDS_OF_A_VALUE = 3;

/** True of a slot whose values are listed, all of them. */
export const isClosed = (assistant: CompiledAssistant, { entity }: CompiledSlot): boolean =>
  valuesListed(assistant, entity).length > 0 && entityNamed(assistant, entity)?.open !== true;

/**
 * Finds values of lists that do not have them, where the words before them tell the slot: "to Barcelona", where the
 * utterances have "to" before other cities.
 * @param taken where values were found
 * @param knows whether the utterances have a word
 */
export function unknownValues(
  assistant: CompiledAssistant,
  { slots }: CompiledCompetency,
  { text, words, language: code }: Utterance,
  { connecting }: Pick<Language, 'connecting'>,
  taken: readonly Stretch[],
  knows: (word: string) => boolean,
): UnknownValue[] {
  const found: UnknownValue[] = [];
  for (const [index, before] of words.entries()) {
    const telling = slots.filter((slot) => timesSeen(slot, 'left', before.text, code) >= OFTEN);
    const [slot, ...others] = telling;
    if (slot === undefined || others.length > 0 || !isClosed(assistant, slot)) continue;
    let next = index + 1;
    const isUnknown = (at: number): boolean => {
      const word = words[at];
      const previous = words[at - 1];
      if (word === undefined || previous === undefined || at - index > WORDS_OF_A_VALUE) return false;
      if (/[^\s'’-]/u.test(text.slice(previous.end, word.start))) return false;
      return !connecting.has(word.text) && !knows(word.text) && !taken.some((one) => overlap(one, word));
    };
    while (isUnknown(next)) next++;
    const [first, last] = [words[index + 1], words[next - 1]];
    if (next === index + 1 || first === undefined || last === undefined || /^\p{N}+$/u.test(first.text))
      continue;
    const on = { start: first.start, end: last.end };
    found.push({ slot, on, raw: text.slice(on.start, on.end) });
  }
  return found;
}
