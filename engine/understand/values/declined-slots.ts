import type { CompiledSlot } from '../../assistant.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { firstWordFrom } from '../../text/words.ts';
import { namedSlots } from './named-slots.ts';
import { deniedNouns } from './people-slots.ts';
import type { ValueTable } from './value-table.ts';

/**
 * The optional slots that a text says to leave empty, by name: “no diets”, “ohne Telefonnummer”.
 * @param values the stretches of the text's values, which deny a value and no slot
 */
export function declinedSlots(
  { slots, utterance, language }: ValueTable,
  values: readonly Stretch[],
): { slot: CompiledSlot; on: Stretch }[] {
  const { text, words } = utterance;
  return deniedNouns(utterance)
    .filter((denied) => !values.some((value) => overlap(value, denied)))
    .flatMap(({ start, end, noun }) => {
      const at = firstWordFrom(words, end - noun.length);
      const next = words[at + 1];
      const isJoined = next !== undefined && /^\s+$/.test(text.slice(words[at]?.end, next.start));
      // The noun may follow an adjective.
      const nouns = isJoined ? words.slice(at, at + 2) : words.slice(at, at + 1);
      const [named] = namedSlots({ competency: { slots } }, { words: nouns }, language.code);
      return named === undefined || named.slot.required ? [] : [{ slot: named.slot, on: { start, end } }];
    });
}
