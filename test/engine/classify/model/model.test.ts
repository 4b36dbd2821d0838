import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { TRAINING } from '../../../../authoring/train.ts';
import type { TrainingExample } from '../../../../engine/classify/classifier.ts';
import { loadEncoder } from '../../../../engine/classify/encoder/encoder.ts';
import { FEATURE_COUNT } from '../../../../engine/classify/head/features.ts';
import { loadModel } from '../../../../engine/classify/model/model.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';
import { FileFeatureCache } from '../../../../engine/train/feature-cache.ts';
import { trainModel } from '../../../../engine/train/model.ts';
import { trainedOnce } from '../../../support/trained-once.ts';
import { ALONE, BANK, FOREIGN } from './assistant.ts';

const encoder = loadEncoder(ENCODER_DIRECTORY);
const setting = { encoder, encoderDirectory: ENCODER_DIRECTORY };
const directory = mkdtempSync(join(tmpdir(), 'features-'));
afterAll(() => rmSync(directory, { recursive: true }));
const featureCache = () => new FileFeatureCache(join(directory, 'cache'), 'test', FEATURE_COUNT);
/** Settings with a cache of text features, since every training uses the same examples. */
const cached = { ...setting, cache: featureCache() };
/** A language without training rows of our own, which would take most of the time. */
const language = 'xx';
/** Loads a model as published, trained again only when its examples or the training code have changed. */
const modelOf = (examples: readonly TrainingExample[]) =>
  loadModel(TRAINING.train(examples, { language: 'en' }), encoder, ENCODER_DIRECTORY);

const bank = modelOf(BANK);

describe('a model of four intents', () => {
  it.each([
    ['the words of an example', 'what is my balance', 'balance'],
    ['other words', 'do i still have any cash in the account', 'balance'],
    ['words of several examples', 'the card is gone, was it stolen', 'card_lost'],
    ['a typo', 'plese trasnfer 20 dolars', 'transfer'],
    ['two typos in a word that matters', 'waht is my blance', 'balance'],
    ['upper case', 'WHEN DO YOU OPEN', 'opening_hours'],
  ])('understands %s', (_, text, label) => {
    const { ranked, outcome } = bank.classify(text);
    expect(ranked[0]?.label).toBe(label);
    expect(outcome).toBe('matched');
  });

  it.each(['who won the world cup in 1990', 'tell me a joke about penguins', 'qwxz', '', '...'])(
    'finds "%s" out of scope',
    (text) => {
      expect(bank.classify(text).outcome).toBe('out_of_scope');
    },
  );

  it('shares a probability of one among the labels and "out of scope"', () => {
    for (const text of ['my card is gone', 'blue cheese']) {
      const { ranked, outOfScope } = bank.classify(text);
      expect(ranked.reduce((sum, { probability }) => sum + probability, outOfScope)).toBeCloseTo(1, 5);
    }
  });

  it('takes a text of any length', () => {
    expect(bank.classify('balance '.repeat(4000)).ranked).toHaveLength(4);
  });
});

describe('training', () => {
  it('gives the same bytes with cached encodings, and reports its progress from 0 to 1', () => {
    const told: number[] = [];
    const first = trainModel(BANK, { ...cached, language, onProgress: ({ done }) => told.push(done) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    cached.cache.save();
    const encode = vi.spyOn(encoder, 'meansOfAll');
    expect(trainModel(BANK, { ...setting, cache: featureCache(), language })).toEqual(first);
    expect(encode.mock.calls.flatMap(([texts]) => [...texts])).toEqual([]);
    encode.mockRestore();
  });

  it('chooses threshold and confidence on validation rows if given', () => {
    const strict: TrainingExample[] = [
      ...BANK.map(({ text, label }) => ({ text: `${text} now`, label })),
      ...['buy stocks', 'open an account', 'raise my limit', 'close the account'].map((text) => ({
        text,
        label: null,
      })),
    ];
    const trained = trainedOnce('intents', 'en', [BANK, strict], () =>
      trainModel(BANK, { ...cached, validation: strict }),
    );
    const model = loadModel(trained, encoder, ENCODER_DIRECTORY);
    expect(model.classify('how much money do i have now').outcome).toBe('matched');
    expect(model.classify('buy stocks').outcome).toBe('out_of_scope');
  });

  it('works with two intents of three examples', () => {
    const tiny = modelOf(
      BANK.filter(({ label }, i) => i % 6 < 3 && (label === 'balance' || label === 'transfer')),
    );
    expect(tiny.classify('how much is on my account').ranked[0]?.label).toBe('balance');
    expect(tiny.classify('wire 30 dollars to my brother').ranked[0]?.label).toBe('transfer');
    expect(tiny.classify('why is the sky blue').outcome).toBe('out_of_scope');
  });

  it('separates queries for its only intent from all others', () => {
    const model = modelOf(ALONE.examples.map((text) => ({ text, label: 'book_table' })));
    const accepted = ALONE.paraphrases.filter((text) => model.classify(text).outcome === 'matched');
    expect(accepted.length).toBeGreaterThanOrEqual(8);
    const rejected = FOREIGN.filter((text) => model.classify(text).outcome === 'out_of_scope');
    expect(rejected.length).toBeGreaterThanOrEqual(8);
  });
});
