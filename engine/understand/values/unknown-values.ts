import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSlot,
  entityNamed,
  hasValues,
} from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';
import { slotsLedTo } from './surroundings.ts';

/** Words in the place of a value that are not on the slot's list. */
export interface UnknownValue {
  slot: CompiledSlot;
  on: Stretch;
  raw: string;
}

/** How often a word must have been seen before a slot's values to identify the slot. */
const OFTEN = 2;

/** True if a slot accepts only listed values. */
export const isClosed = (assistant: CompiledAssistant, { entity }: CompiledSlot): boolean =>
  hasValues(assistant, entity) && entityNamed(assistant, entity)?.open !== true;

/**
 * Finds values missing from a slot's list by the word before them: "to Barcelona" if the utterances have "to" before
 * other cities.
 * @param taken stretches of known values
 * @param knows true if the utterances contain the word
 */
export function unknownValues(
  assistant: CompiledAssistant,
  { slots }: CompiledCompetency,
  { text, words, language: code }: Utterance,
  { connecting }: Pick<Language, 'connecting'>,
  taken: readonly Stretch[],
  knows: (word: string) => boolean,
): UnknownValue[] {
  const unknown: UnknownValue[] = [];
  for (const [index, before] of words.entries()) {
    const [slot, ...moreSlots] = slotsLedTo(slots, before.text, code, OFTEN);
    if (slot === undefined || moreSlots.length > 0 || !isClosed(assistant, slot)) continue;
    let next = index + 1;
    const isUnknown = (at: number): boolean => {
      const word = words[at];
      const previous = words[at - 1];
      if (word === undefined || previous === undefined || at - index > WORDS.few) return false;
      if (/[^\s'’-]/u.test(text.slice(previous.end, word.start))) return false;
      return (
        !connecting.has(word.text) && !knows(word.text) && !taken.some((stretch) => overlap(stretch, word))
      );
    };
    while (isUnknown(next)) next++;
    const [first, last] = [words[index + 1], words[next - 1]];
    if (next === index + 1 || first === undefined || last === undefined || /^\p{N}+$/u.test(first.text))
      continue;
    const on = { start: first.start, end: last.end };
    unknown.push({ slot, on, raw: text.slice(on.start, on.end) });
  }
  return unknown;
}
