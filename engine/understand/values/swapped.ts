import type { CompiledSlot } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { roleOf } from './roles.ts';

/** A new value for a slot, in the words in which the user first gave it. */
export interface Exchanged {
  slot: string;
  candidate: Candidate;
  raw: string;
}

/** "The other way round": two slots of one kind exchange their values. Empty where no two are meant. */
export function swapped(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  utterance: Utterance,
  language: Language,
): Exchanged[] {
  const on = phraseIn(utterance, language.change.swapped);
  if (on === null) return [];
  const filled = slots.filter(({ name }) => Object.hasOwn(held, name));
  const pairs = filled.flatMap((slot, index) =>
    filled
      .slice(index + 1)
      .flatMap((partner) => (partner.entity === slot.entity ? [[slot, partner] as const] : [])),
  );
  const [pair, ...morePairs] =
    pairs.length > 1 ? pairs.filter(([slot]) => roleOf(slot, language) === 'origin') : pairs;
  if (pair === undefined || morePairs.length > 0) return [];
  const [slot, partner] = pair;
  const exchanged = [given(slot, held[partner.name], on), given(partner, held[slot.name], on)];
  return exchanged.every((value) => value !== null) ? exchanged : [];
}

function given({ name }: CompiledSlot, value: SlotValue | undefined, on: Stretch): Exchanged | null {
  if (typeof value?.value !== 'string' && typeof value?.value !== 'number') return null;
  const candidate: Candidate = { ...on, value: value.value, details: value.details, quality: 'exact' };
  return { slot: name, candidate, raw: value.raw };
}

/** The stretch of the first phrase of a list that a text has. */
function phraseIn({ words }: Utterance, phrases: readonly string[]): Stretch | null {
  const text = ` ${words.map((word) => word.text).join(' ')} `;
  const phrase = phrases.find((candidate) => text.includes(` ${candidate} `));
  if (phrase === undefined) return null;
  const before = text.slice(0, text.indexOf(` ${phrase} `)).trim();
  const first = words[before === '' ? 0 : before.split(' ').length];
  const last = words[firstWordFrom(words, first?.start ?? 0) + phrase.split(' ').length - 1];
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}
