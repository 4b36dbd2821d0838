import { type CompiledSlot, valuesListed } from '../../assistant.ts';
import { languageOf } from '../../language/languages.ts';
import { clausesOf } from '../../text/clauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { firstWordFrom } from '../../text/words.ts';
import { builtInRecognizer } from '../../values/built-in.ts';
import { markedClauseForms } from '../../values/clause-forms.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { wordsIn } from '../../values/words-in.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { isBareAnswer } from '../values/bare.ts';
import { isClosed } from '../values/unknown-values.ts';
import type { View } from '../view.ts';
import type { Producer } from './producer.ts';

/** Picks one of the offered labels, or one of the values in the question. */
export const choiceProducer: Producer = (reading) => {
  const { awaited } = reading.view;
  if (awaited.kind === 'choice') return chosenLabel(awaited, reading);
  return awaited.kind === 'value' ? chosenValue(awaited.slot, reading) : [];
};

/** Picks one of the offered labels by position. */
function chosenLabel(
  { labels, query }: Extract<View['awaited'], { kind: 'choice' }>,
  reading: Reading,
): Proposal[] {
  const { view, utterance } = reading;
  const label = placed(labels, view, utterance);
  if (label === undefined) return [];
  const on = { start: 0, end: utterance.text.length };
  return [
    { command: { do: 'start', label, probability: null, query }, on, score: CERTAINTY.certain, by: 'choice' },
  ];
}

/** Picks one of the values in the question by position: "the first one you said". */
function chosenValue(slot: CompiledSlot, reading: Reading): Proposal[] {
  const { view, utterance, language, values } = reading;
  if (!isClosed(view.assistant, slot) || values?.values.some((value) => value.slot === slot.name)) return [];
  const choices = valuesAskedFor(slot, reading);
  const clauses = clausesOf(utterance.text, utterance.words, markedClauseForms(language));
  for (const on of clauses) {
    const value = placed(choices, view, within(utterance, on), ['ordinal']);
    if (value === undefined) continue;
    const candidate = { ...on, value, details: {}, quality: 'exact' } as const;
    const raw = utterance.text.slice(on.start, on.end);
    const command = { do: 'set', slot: slot.name, candidate, raw, way: 'answer' } as const;
    return [{ command, on, score: CERTAINTY.certain, by: 'choice' }];
  }
  return [];
}

/**
 * The values that the question for a slot names: "window, middle or aisle?" If it names none, the values of the slot's
 * list.
 */
function valuesAskedFor(
  { entity }: CompiledSlot,
  { loaded, view: { assistant, prompt, language }, utterance: { clock } }: Reading,
): string[] {
  const recognize = loaded.recognizerOf(entity, language);
  const named = recognize({ text: prompt, words: wordsIn(prompt, language), language, clock });
  const values = new Set(named.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  return values.size > 0 ? [...values] : valuesListed(assistant, entity);
}

/** Restricts an utterance to the words in a stretch. */
const within = (utterance: Utterance, on: Stretch): Utterance => ({
  ...utterance,
  words: utterance.words.filter((word) => overlap(word, on)),
});

/** Picks by position: "the second one", "2". */
function placed(
  choices: readonly string[],
  { assistant }: View,
  utterance: Utterance,
  entities: readonly string[] = ['ordinal', 'number'],
): string | undefined {
  for (const entity of entities) {
    const places = builtInRecognizer(entity, assistant.currency)?.(utterance) ?? [];
    const place = places.find((candidate) => isPlace(candidate, entity, utterance));
    if (typeof place?.value === 'number') return choices.at(place.value < 0 ? place.value : place.value - 1);
  }
  return undefined;
}

/** True if a query is only a position, perhaps with a noun for a choice: "the second option". */
function isPlace(candidate: Stretch, entity: string, { words, language }: Utterance): boolean {
  const noun = words[firstWordFrom(words, candidate.end)];
  const isNamed = entity === 'ordinal' && languageOf(language).numbers.choices.has(noun?.text ?? '');
  return isBareAnswer(words, isNamed && noun ? [candidate, noun] : [candidate], language);
}
