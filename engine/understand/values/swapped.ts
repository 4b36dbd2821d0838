import type { CompiledSlot } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { roleNamesOf } from '../../language/languages.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { roleOf } from './roles.ts';

/** A value that a slot is to hold instead of its own, in the user's words of then. */
export interface Exchanged {
  slot: string;
  candidate: Candidate;
  raw: string;
}

/** "The other way round": two slots of one kind exchange what they hold. None where no two are meant. */
export function swapped(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  utterance: Utterance,
  language: Language,
): Exchanged[] {
  const on = phraseIn(utterance, language.change.swapped);
  if (on === null) return [];
  const filled = slots.filter(({ name }) => Object.hasOwn(held, name));
  const pairs = filled.flatMap((one, index) =>
    filled.slice(index + 1).flatMap((other) => (other.entity === one.entity ? [[one, other] as const] : [])),
  );
  const [pair, ...others] =
    pairs.length > 1
      ? pairs.filter(([one]) => roleOf(one, utterance.language, roleNamesOf(language)) === 'origin')
      : pairs;
  if (pair === undefined || others.length > 0) return [];
  const [one, other] = pair;
  const exchanged = [given(one, held[other.name], on), given(other, held[one.name], on)];
  return exchanged.every((value) => value !== null) ? exchanged : [];
}

function given({ name }: CompiledSlot, value: SlotValue | undefined, on: Stretch): Exchanged | null {
  if (typeof value?.value !== 'string' && typeof value?.value !== 'number') return null;
  const candidate: Candidate = { ...on, value: value.value, details: value.details, quality: 'exact' };
  return { slot: name, candidate, raw: value.raw };
}

/** Where the first of some phrases stands. */
function phraseIn({ words }: Utterance, phrases: readonly string[]): Stretch | null {
  const text = ` ${words.map((word) => word.text).join(' ')} `;
  const phrase = phrases.find((one) => text.includes(` ${one} `));
  if (phrase === undefined) return null;
  const before = text.slice(0, text.indexOf(` ${phrase} `)).trim();
  const first = words[before === '' ? 0 : before.split(' ').length];
  const last = words[firstWordFrom(words, first?.start ?? 0) + phrase.split(' ').length - 1];
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}
