import type { LoadedAssistant } from '../../engine/load.ts';
import { phraseAt } from '../../engine/text/phrases.ts';
import type { Stretch } from '../../engine/text/stretch.ts';
import { plainWords, wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import type { Candidate } from '../../engine/values/recognizer.ts';
import { isBoolean, isListed, isNumeric } from '../dialogue/alignment.ts';
import { entityOfList, mostOf, utteranceOf } from '../dialogue/entity-of.ts';
import { areSameWords } from '../dialogue/goals.ts';
import type { Service } from '../dialogue/rows.ts';

/** Finds slot values in a user's text. */
export interface Listener {
  /** The values that a slot's entity reads in a text; none for a free-text slot. */
  readings(slot: string, text: string): readonly Candidate[];
  /** True if a held or read value matches a spelling. */
  isValue(slot: string, value: unknown, spelling: string): boolean;
}

const MILLISECONDS_OF_HALF_A_DAY = 12 * 3_600_000;

type Read = (text: string, now: number) => readonly Candidate[];

/** A listener made of readers by slot. It ignores a number within a date or time. */
function listenerOf(
  readerOf: (slot: string) => { read: Read; isNumber: boolean } | null,
  now: number,
): Listener {
  const readings = (slot: string, text: string, at: number): readonly Candidate[] => {
    const reader = readerOf(slot);
    if (reader === null) return [];
    const read = reader.read(text, at);
    if (!reader.isNumber) return read;
    const longer = ['date', 'time'].flatMap(
      (kind) => builtInRecognizer(kind, null)?.(utteranceOf(text, at)) ?? [],
    );
    return read.filter(
      ({ start, end }) =>
        !longer.some(
          (whole) => whole.start <= start && end <= whole.end && end - start < whole.end - whole.start,
        ),
    );
  };
  return {
    readings: (slot, text) => readings(slot, text, now),
    isValue: (slot, value, spelling) => {
      if (areSameWords(value, spelling)) return true;
      const meant = mostOf(readings(slot, spelling, dayOf(value) ?? now));
      return meant !== undefined && areSameWords(meant.value, value);
    },
  };
}

/**
 * Noon of the day before a held date: read from there, its weekday or day of the month means that date. Null for
 * other values.
 */
function dayOf(value: unknown): number | null {
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDate ? Date.parse(value) - MILLISECONDS_OF_HALF_A_DAY : null;
}

/** Listens with the entities of an assistant's slots. */
export function listenerOfAssistant({ competencies, recognizerOf }: LoadedAssistant, now: number): Listener {
  const slots = new Map(
    [...competencies.values()].flatMap((competency) =>
      competency.slots.map((slot) => [slot.name, slot.entity] as const),
    ),
  );
  return listenerOf((slot) => {
    const entity = slots.get(slot);
    if (entity === undefined) return null;
    const recognize = recognizerOf(entity, 'en');
    return { read: (text, at) => recognize(utteranceOf(text, at)), isNumber: entity === 'number' };
  }, now);
}

/** Listens for the values in a service's schema, without an assistant. */
export function listenerOfService({ slots }: Service, now: number): Listener {
  return listenerOf((name) => {
    const slot = slots.find((candidate) => candidate.name === name);
    if (slot === undefined || !isListed(slot) || isBoolean(slot)) return null;
    const entity = isNumeric(slot) ? 'number' : entityOfList(slot.possible_values);
    if (entity !== null) {
      const recognize = builtInRecognizer(entity, null);
      return { read: (text, at) => recognize?.(utteranceOf(text, at)) ?? [], isNumber: entity === 'number' };
    }
    const phrases = slot.possible_values.flatMap((value) =>
      [value, ...(slot.calls?.[value] ?? [])].map((phrase) => ({ value, phrase })),
    );
    const read: Read = (text) =>
      phrases.flatMap(({ value, phrase }): Candidate[] => {
        const place = placeOfWords(text, phrase);
        return place === null ? [] : [{ ...place, value, details: {}, quality: 'exact' }];
      });
    return { read, isNumber: false };
  }, now);
}

/** The position of words in a text; null unless the text has all of them in a row. */
export function placeOfWords(text: string, spelling: string): Stretch | null {
  const phrase = [plainWords(spelling)];
  if (phrase[0] === '') return null;
  const words = wordsOf(text);
  for (const index of words.keys()) {
    const [first, last] = [words[index], words[index + phraseAt(words, index, phrase) - 1]];
    if (phraseAt(words, index, phrase) > 0 && first !== undefined && last !== undefined)
      return { start: first.start, end: last.end };
  }
  return null;
}

/**
 * The position at which a text says a value, as read by the slot's entity or in the words of its spelling; null if
 * nowhere.
 */
export function placeOfValue(
  listener: Listener,
  { slot, spelling }: { slot: string; spelling: string },
  text: string,
): Stretch | null {
  const read = mostOf(
    listener.readings(slot, text).filter(({ value }) => listener.isValue(slot, value, spelling)),
  );
  if (read !== undefined) return { start: read.start, end: read.end };
  // A number's digits within a date or time are not the number.
  return /^\d{1,3}$/.test(spelling) && listener.readings(slot, spelling).length > 0
    ? null
    : placeOfWords(text, spelling);
}
