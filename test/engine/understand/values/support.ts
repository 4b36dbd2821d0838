import type { CompiledSlot } from '../../../../engine/assistant.ts';
import type { LoadedAssistant } from '../../../../engine/load.ts';
import { type Situation, ValueTable } from '../../../../engine/understand/values/value-table.ts';
import type { Utterance } from '../../../../engine/values/recognizer.ts';
import { smallBank } from '../../dialogue/bank.ts';

/** Creates the value table of a text for a competency's slots, where the `filled` slots hold a value. */
export function tableOf(
  loaded: LoadedAssistant,
  { name = '', slots }: { name?: string; slots: readonly CompiledSlot[] },
  utterance: Utterance,
  { asked = null, filled = [], ...situation }: Partial<Situation> & { filled?: readonly string[] } = {},
): ValueTable {
  const held = { value: '', raw: '', resolved: -1, details: {} } as const;
  const frame = {
    competency: { name, slots: [...slots] },
    slots: Object.fromEntries(filled.map((slot) => [slot, held])),
  };
  return new ValueTable(loaded, frame, utterance, { asked, ...situation });
}

/** A slot that test slots are copied from. */
const [sample] = smallBank().competencies.get('transfer')?.slots ?? [];

/** Creates a required slot, with counts of the words before and after its marked values. */
export function askedSlot(
  name: string,
  entity: string,
  language: string,
  question: string,
  { left = {}, right = {} }: { left?: Record<string, number>; right?: Record<string, number> } = {},
): CompiledSlot {
  if (sample === undefined) throw new Error('the bank has no slot');
  const ask = { [language]: { speak: [question], show: [question], personalities: {} } };
  const contexts = { [language]: { left, secondLeft: {}, right } };
  return { ...sample, name, entity, required: true, ask, contexts };
}
