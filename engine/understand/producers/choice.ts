import { clausesOf } from '../../text/clauses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { builtInRecognizer } from '../../values/built-in.ts';
import { markedClauseForms } from '../../values/clause-forms.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Reading } from '../reading.ts';
import { isBareAnswer } from '../values/bare.ts';
import { isClosed } from '../values/unknown-values.ts';
import type { View } from '../view.ts';
import type { Producer } from './producer.ts';

/** Picks one of the offered labels by position or title. */
export const choiceProducer: Producer = (view, { utterance, language }) => {
  const { awaited } = view;
  if (awaited.kind !== 'choice') return [];
  const { labels, query } = awaited;
  const label = placed(labels, view, utterance) ?? titled(labels, view, utterance, language);
  if (label === undefined) return [];
  const on = { start: 0, end: utterance.text.length };
  return [
    { command: { do: 'start', label, probability: null, query }, on, score: CERTAINTY.certain, by: 'choice' },
  ];
};

/** Picks one of the values in the question by position: "the first one you said". */
export const placeProducer: Producer = (view, { utterance, language, values, offered }) => {
  const { awaited } = view;
  if (awaited.kind !== 'value' || !isClosed(view.assistant, awaited.slot)) return [];
  const { slot } = awaited;
  if (values?.values.some((value) => value.slot === slot.name)) return [];
  const choices = offered();
  const clauses = clausesOf(utterance.text, utterance.words, markedClauseForms(language));
  const named = clauses.flatMap((on) => {
    const value = placed(choices, view, within(utterance, on), ['ordinal']);
    return value === undefined ? [] : [{ value, on }];
  });
  const [only, ...more] = named;
  if (only === undefined || more.length > 0) return [];
  const { value, on } = only;
  const candidate = { ...on, value, details: {}, quality: 'exact' } as const;
  const command = {
    do: 'set',
    slot: slot.name,
    candidate,
    raw: utterance.text.slice(on.start, on.end),
    way: 'answer',
  } as const;
  return [{ command, on, score: CERTAINTY.certain, by: 'choice' }];
};

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
    const place = places.find((candidate) => isBareAnswer(utterance.words, [candidate], utterance.language));
    if (typeof place?.value === 'number') return choices.at(place.value < 0 ? place.value : place.value - 1);
  }
  return undefined;
}

/** Picks the only label whose title has all words of the query. */
function titled(
  labels: readonly string[],
  { assistant, language: code }: View,
  { words }: Utterance,
  { connecting }: Reading['language'],
): string | undefined {
  const spoken = words.filter(({ text }) => !connecting.has(text));
  const named = labels.filter((label) => {
    const { titles, name } = assistant.competencies[assistant.states[label]?.competency ?? ''] ?? {};
    const title = plainWordsIn(titles?.[code] ?? name?.replaceAll('_', ' ') ?? label, code).split(' ');
    return spoken.length > 0 && spoken.every(({ text }) => title.some((word) => sharesStem(word, text)));
  });
  return named.length === 1 ? named[0] : undefined;
}
