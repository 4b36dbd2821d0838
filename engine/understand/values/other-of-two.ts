import { type CompiledAssistant, type CompiledSlot, valuesListed } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import type { Stretch } from '../../text/stretch.ts';
import { phraseAt } from '../../text/words.ts';
import type { Utterance } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { isBareAnswer } from './bare.ts';
import type { Exchanged } from './swapped.ts';

/**
 * "No, the other one": of a slot that holds one of two values, the other. Null where the query says more, or no such
 * slot is filled, or several are.
 */
export function otherOfTwo(
  assistant: CompiledAssistant,
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  utterance: Utterance,
  language: Language,
): Exchanged | null {
  const on = otherIn(utterance, language);
  if (on === null) return null;
  const found = slots.flatMap(({ name, entity, multiple }): Exchanged[] => {
    const values = valuesListed(assistant, entity);
    const own = Object.hasOwn(held, name) ? held[name]?.value : undefined;
    const other = values.find((value) => value !== own);
    if (values.length !== 2 || multiple || own === undefined || other === undefined) return [];
    const raw = utterance.text.slice(on.start, on.end);
    return [{ slot: name, candidate: { ...on, value: other, details: {}, quality: 'exact' }, raw }];
  });
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Where the words stand that mean the other one, in a query that says nothing beside them but that it corrects. */
function otherIn({ words, language: code }: Utterance, { change }: Language): Stretch | null {
  const said: Stretch[] = [];
  let on: Stretch | null = null;
  for (let at = 0; at < words.length; ) {
    const other = phraseAt(words, at, change.other);
    const length = Math.max(other, phraseAt(words, at, change.repair), phraseAt(words, at, change.instead));
    const [first, last] = [words[at], words[at + length - 1]];
    if (length > 0 && first !== undefined && last !== undefined) {
      said.push({ start: first.start, end: last.end });
      if (other === length) on = { start: first.start, end: last.end };
    }
    at += Math.max(1, length);
  }
  return on !== null && isBareAnswer(words, said, code) ? on : null;
}
