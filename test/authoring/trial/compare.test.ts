import { expect, test } from 'vitest';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { compareWithDraft } from '../../../authoring/trial/compare.ts';
import type { Tried } from '../../../functions/shared/domain/drafts/trial.ts';

const FILES = {
  'assistant.yaml':
    'schema: 1\nname: shop\nlanguages: {default: en, supported: [en, es]}\nfaq: [{collection: help}]\n' +
    'out_of_scope: {say: {en: No., es: No.}, utterances: {en: [sing a song]}}\n',
  'competencies/order.yaml':
    'competency: order\nslots: {size: {entity: size}}\nstates:\n' +
    '  order:\n    utterances: {en: [order a book, order two books], es: [pedir un libro]}\n' +
    '  return:\n    utterances: {en: [return a parcel, return the parcel, "give [it](size) back"]}\n' +
    '  hours:\n    utterances: {en: [opening hours]}\n',
  'entities/size.yaml': 'entity: size\nvalues: {large: {en: [big one]}}\n',
  'faq/help/delivery.md': '---\ntitle: Delivery\nquestions: [how long does delivery take]\n---\nTwo days.\n',
  'tests/order.yaml': 'name: order\nturns: [{say: one of those please, expect: {state: order}}]\n',
};

/** Each text's meaning, as coordinates: order, return, hours. */
const MEANINGS: Readonly<Record<string, readonly number[]>> = {
  'order a book': [1, 0, 0],
  'order two books': [0.9, 0.1, 0],
  'return a parcel': [0.1, 1, 0],
  'return the parcel': [0.1, 0.8, 0.3],
  'give it back': [0.6, 0.6, 0.3],
  'opening hours': [0, 0, 1],
  'send my order back': [0.65, 0.62, 0.3],
  'buy a novel': [1, 0.05, 0],
};
const embed = (text: string) => Float32Array.from(MEANINGS[text] ?? [0.1, 0.1, 0.1]);

const tryIt = (phrase: string, tried: Partial<Tried> = {}, meaning: typeof embed | null = embed) => {
  const asked = { phrases: [phrase], kind: 'utterance', name: 'order', language: 'en', ...tried } as const;
  const { phrases, ...told } = compareWithDraft(readAssistantFiles(FILES), asked, {
    embed: meaning ?? undefined,
    likely: [],
  });
  const [first] = phrases;
  if (first === undefined) throw new Error('nothing was tried');
  return { ...told, ...first };
};

test('a phrase that means what its label means puts nothing at risk', () => {
  const { own, at_risk, stands, has_name, compared_by, compared, sentences } = tryIt('buy a novel');
  expect(own).toMatchObject({ name: 'order', text: 'order a book' });
  expect({ at_risk, stands, has_name, compared_by }).toEqual({
    at_risk: [],
    stands: [],
    has_name: true,
    compared_by: 'meaning',
  });
  expect([compared, sentences]).toEqual([9, 9]);
});

test('a phrase that is nearest to a sentence of another label puts that sentence at risk', () => {
  const { at_risk, nearest } = tryIt('send my order back');
  expect(at_risk).toEqual([
    expect.objectContaining({ kind: 'utterance', name: 'return', text: 'give it back' }),
  ]);
  expect(nearest[0]).toMatchObject({ name: 'return', text: 'give it back' });
  expect(new Set(nearest.map(({ name }) => name)).size).toBe(nearest.length);
});

test('the same phrase as an utterance of that label puts nothing at risk', () => {
  expect(tryIt('send my order back', { name: 'return' }).at_risk).toEqual([]);
});

test.each([
  ['Order a book!', {}, [{ kind: 'utterance', name: 'order', is_wanted: true }]],
  ['return a parcel', {}, [{ kind: 'utterance', name: 'return', is_wanted: false }]],
  ['sing a song', {}, [{ kind: 'utterance', name: 'out_of_scope', is_wanted: false }]],
  ['how long does delivery take', {}, [{ kind: 'question', name: 'Delivery', is_wanted: false }]],
  [
    'how long does delivery take',
    { kind: 'document', name: 'delivery' },
    [{ kind: 'question', name: 'Delivery', is_wanted: true }],
  ],
  ['big one', { kind: 'value', name: 'small' }, [{ kind: 'value', name: 'large', is_wanted: false }]],
  ['one of those please', {}, [{ kind: 'test', name: 'tests/order.yaml', is_wanted: false }]],
  ['something new', {}, []],
] as const)('reports where the draft has %j word for word: %j', (phrase, tried, stands) => {
  expect(tryIt(phrase, tried).stands).toEqual(stands);
});

test('reports a label, document or value that the draft does not have', () => {
  expect(tryIt('x', { name: 'nowhere' }).has_name).toBe(false);
  expect(tryIt('x', { name: 'out_of_scope' }).has_name).toBe(true);
  expect(tryIt('x', { kind: 'document', name: 'Delivery' }).has_name).toBe(true);
  expect(tryIt('x', { kind: 'value', name: 'large' }).has_name).toBe(true);
  expect(tryIt('x', { kind: 'value', name: 'small' }).has_name).toBe(false);
});

test('in a language without an encoder words are compared, and only those of the language', () => {
  const { compared_by, own, sentences } = tryIt('pedir libros', { language: 'es' }, null);
  expect({ compared_by, sentences }).toEqual({ compared_by: 'words', sentences: 1 });
  expect(own).toMatchObject({ text: 'pedir un libro' });
});

test('of many sentences, only some are compared, including the most similar one', () => {
  const many = Array.from({ length: 3000 }, (_, index) => `thing number ${index} of ${index % 7}`);
  const file = `competency: many\nstates:\n  many:\n    utterances: {en: [${many.join(', ')}]}\n`;
  const authored = readAssistantFiles({ ...FILES, 'competencies/many.yaml': file });
  const asked = { phrases: ['order three books'], kind: 'utterance', name: 'order', language: 'en' } as const;
  const told = compareWithDraft(authored, asked, { embed: undefined, likely: ['many'] });
  expect(told.sentences).toBe(3009);
  expect(told.compared).toBeLessThanOrEqual(400);
  expect(told.phrases[0]?.own).toMatchObject({ text: 'order two books' });
});
