import type { CompiledSlot } from '../../assistant.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { isCalledBy } from '../../text/word-forms.ts';
import { firstWordFrom } from '../../text/words.ts';
import { isConnecting } from './bare.ts';
import { nounsOf } from './named-slots.ts';
import { deniedNouns } from './people-slots.ts';
import type { ValueTable } from './value-table.ts';

/**
 * The optional slots that a text says to leave empty, by a name that no other slot has: “no diets”, “ohne
 * Telefonnummer”.
 * @param values the stretches of the text's values, which deny a value and no slot
 */
export function declinedSlots(
  table: ValueTable,
  values: readonly Stretch[],
): { slot: CompiledSlot; on: Stretch }[] {
  const { utterance } = table;
  const { words } = utterance;
  return deniedNouns(utterance)
    .filter((denied) => !values.some((value) => overlap(value, denied)))
    .flatMap(({ start, end, noun }) => {
      const at = firstWordFrom(words, end - noun.length);
      const next = words[at + 1];
      // The noun may follow an adjective: “no special diets”.
      const isAdjective = next !== undefined && !isConnecting(next.text, utterance.language);
      const nouns = words.slice(at, at + (isAdjective ? 2 : 1)).map(({ text }) => text);
      const [slot, ...more] = table.slots.filter((named) =>
        nounsOf(named, utterance.language, table.loaded.assistant).some((name) =>
          nouns.some((word) => isCalledBy(name, word)),
        ),
      );
      const isDeclined = slot !== undefined && more.length === 0 && !slot.required;
      return isDeclined ? [{ slot, on: { start, end } }] : [];
    });
}
