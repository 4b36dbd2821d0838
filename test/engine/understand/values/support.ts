import type { CompiledSlot } from '../../../../engine/assistant.ts';
import type { LoadedAssistant } from '../../../../engine/load.ts';
import { type Situation, ValueTable } from '../../../../engine/understand/values/value-table.ts';
import type { Utterance } from '../../../../engine/values/recognizer.ts';

/** The values of a text for slots of a competency, of which some hold a value. */
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
