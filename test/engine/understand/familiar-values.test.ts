import { expect, it } from 'vitest';
import type { CompiledAssistant, CompiledEntity } from '../../../engine/assistant.ts';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import { byFamiliarValues } from '../../../engine/understand/familiar-values.ts';
import { loadUtterances, packUtterances } from '../../../engine/understand/utterances.ts';
import { gazetteerRecognizer } from '../../../engine/values/gazetteer.ts';

const treatment: CompiledEntity = {
  name: 'treatment',
  values: { vaccination: { en: ['vaccination', 'jab'] }, nails: { en: ['nail trim'] }, none: { en: ['no'] } },
  usual: { en: 'vaccination' },
};
const animal: CompiledEntity = {
  name: 'animal',
  values: { cat: { en: ['cat'] }, hamster: { en: ['hamster'] } },
  usual: { en: 'cat' },
};
const entities: Record<string, CompiledEntity> = { treatment, animal };
const own = loadUtterances(
  packUtterances([
    { text: 'book a vaccination for my cat', label: 'appointment' },
    { text: 'what does it cost', label: 'price' },
  ]),
);
const none: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
const as = (label: string, outcome: Classification['outcome']): Classification => ({
  ranked: [{ label, probability: 0.9 }],
  outOfScope: 0.1,
  outcome,
});

/** The texts that are classified in turn, and the outcome, where the classifier knows these texts. */
function readings(text: string, known: Record<string, Classification>, all = entities) {
  const seen: string[] = [];
  const classifier: Classifier = {
    classify(read) {
      seen.push(read);
      return known[read] ?? none;
    },
  };
  const assistant = { entities: all } as unknown as CompiledAssistant;
  const recognizerOf = (name: string, language: string) =>
    gazetteerRecognizer(all[name] ?? treatment, language);
  const { outcome } = byFamiliarValues(classifier, {
    assistant,
    language: 'en',
    index: own,
    recognizerOf,
  }).classify(text);
  return { seen, outcome };
}

it('what has a value that no utterance has is read again with the one that utterances have', () => {
  expect(readings('book a nail trim', { 'book a vaccination': as('appointment', 'matched') })).toEqual({
    seen: ['book a nail trim', 'book a vaccination'],
    outcome: 'matched',
  });
});

it('all such values of a text are read so at once', () => {
  const { seen } = readings('a Nail Trim for the hamster, please', {});
  expect(seen).toEqual(['a Nail Trim for the hamster, please', 'a vaccination for the cat, please']);
});

it.each([
  ['that is understood as it is', 'book a nail trim'],
  ['whose values utterances have', 'cat'],
  ['without a value', 'is it going to rain'],
  ['with nothing beside the values', 'hamster, nail trim'],
  ['with a value that is a plain no', 'oh no'],
])('a text %s is read once', (_, text) => {
  expect(readings(text, { 'book a nail trim': as('appointment', 'matched') }).seen).toEqual([text]);
});

it('a reading that tells no more than the text itself does not count', () => {
  const text = 'a nail trim or what';
  const outcomes = (asSaid: Classification, read: Classification) =>
    readings(text, { [text]: asSaid, 'a vaccination or what': read }).outcome;
  expect(outcomes(as('price', 'ambiguous'), none)).toBe('ambiguous');
  expect(outcomes(none, as('price', 'ambiguous'))).toBe('ambiguous');
  expect(outcomes(as('price', 'ambiguous'), as('price', 'matched'))).toBe('matched');
});

it('a list whose values no utterance marks has no other reading', () => {
  const { usual: _, ...unmarked } = treatment;
  expect(readings('book a nail trim', {}, { treatment: unmarked }).seen).toEqual(['book a nail trim']);
});
