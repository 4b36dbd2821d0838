import { valuesListed } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { phraseAt } from '../../text/phrases.ts';
import type { Stretch } from '../../text/stretch.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { isBareAnswer } from './bare.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/**
 * Reads "no, the other one" as the other value of a slot with two values. Null if the query says more, or if no filled
 * slot or several have two values.
 */
export function otherOfTwo(table: ValueTable): FoundSlot | null {
  const { loaded, slots, utterance, language } = table;
  const on = otherIn(utterance, language);
  if (on === null) return null;
  const exchanges = slots.flatMap(({ name, entity, multiple }): FoundSlot[] => {
    const values = valuesListed(loaded.assistant, entity);
    const heldValue = table.heldBy(name)?.value;
    const otherValue = values.find((value) => value !== heldValue);
    if (values.length !== 2 || multiple || heldValue === undefined || otherValue === undefined) return [];
    const raw = utterance.text.slice(on.start, on.end);
    return [{ slot: name, candidate: { ...on, value: otherValue, details: {}, quality: 'exact' }, raw }];
  });
  const [only, ...more] = exchanges;
  return only !== undefined && more.length === 0 ? only : null;
}

/** The phrase for "the other one", if the rest of the query only corrects. */
function otherIn({ words, language: code }: Utterance, { change }: Language): Stretch | null {
  const phrases: Stretch[] = [];
  let on: Stretch | null = null;
  for (let at = 0; at < words.length; ) {
    const otherLength = phraseAt(words, at, change.other);
    const length = Math.max(
      otherLength,
      phraseAt(words, at, change.repair),
      phraseAt(words, at, change.instead),
    );
    const [first, last] = [words[at], words[at + length - 1]];
    if (length > 0 && first !== undefined && last !== undefined) {
      phrases.push({ start: first.start, end: last.end });
      if (otherLength === length) on = { start: first.start, end: last.end };
    }
    at += Math.max(1, length);
  }
  return on !== null && isBareAnswer(words, phrases, code) ? on : null;
}
