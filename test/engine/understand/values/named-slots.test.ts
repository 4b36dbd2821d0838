import { expect, test } from 'vitest';
import type { CompiledSlot } from '../../../../engine/assistant.ts';
import { wordsOf } from '../../../../engine/text/words.ts';
import { namedSlots } from '../../../../engine/understand/values/named-slots.ts';
import type { Frame } from '../../../../engine/understand/view.ts';

const slot = (name: string, question: string) =>
  ({ name, entity: name, ask: { de: { speak: [question], show: question } } }) as unknown as CompiledSlot;

const named = (text: string): string[] => {
  const slots = [slot('flight', 'Auf welchem Flug? Bitte die Nummer.'), slot('look', 'Wie sieht es aus?')];
  const frame = { competency: { slots } } as unknown as Frame;
  return namedSlots(frame, { words: wordsOf(text) }, 'de').map((one) => one.slot.name);
};

test('a slot is named by a word of its question, in another form or ending a compound', () => {
  expect(named('die Nummer stimmt nicht')).toEqual(['flight']);
  expect(named('die Nummern stimmen nicht')).toEqual(['flight']);
  expect(named('die Flugnummer stimmt nicht')).toEqual(['flight']);
});

test('a short word at the end of another does not name a slot', () => {
  expect(named('der Ausflug war schön')).toEqual([]);
});
