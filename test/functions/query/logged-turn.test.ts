import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { initialState } from '../../../engine/dialogue/state.ts';
import type { TurnInput, TurnResult } from '../../../engine/dialogue/turn.ts';
import { factsOf, MAX_WORDS_BYTES, packWords } from '../../../functions/query/logged-turn.ts';
import { explanationOf } from '../../support/explanation.ts';
import { loadedAssistant } from './support/assistant.ts';

const factsWith = (findings: string[], spoken = 'Hello.') => {
  const state = initialState();
  const explanation = explanationOf({ findings });
  const input = { query: 'hello', language: 'en', device: null } as unknown as TurnInput;
  const result = {
    state,
    competency: 'greet',
    classifier_state: 'hello',
    intent: 'hello',
    slots: {},
    visuals: { speakableResponse: spoken, formattedResponse: spoken },
    explanation: {
      proposals: [],
      missed: [],
      ranked: [],
      outOfScope: null,
      work: { units: 0, isExceeded: false },
    },
  } as unknown as TurnResult;
  const loaded = loadedAssistant({ conversations: { keepDays: 30, queries: true } });
  return factsOf(loaded, { at: 0, before: state, input, result, explanation }, () => undefined);
};

/** Returns about `bytes` characters of random base64, which pack to no less than three quarters. */
const noise = (bytes: number): string => randomBytes(Math.floor(bytes * 0.75)).toString('base64');

test('an explanation is kept up to 64 KB with the words, and left out beyond', () => {
  const fits = factsWith([noise(MAX_WORDS_BYTES * 0.9)])?.words;
  expect(fits?.explanation?.findings).toHaveLength(1);
  const exceeds = factsWith([noise(MAX_WORDS_BYTES * 1.4)])?.words;
  expect(exceeds).toMatchObject({ query: 'hello', spoken: 'Hello.' });
  expect(exceeds?.explanation).toBeUndefined();
  expect(exceeds && packWords(exceeds).byteLength).toBeLessThan(1000);
});

test('only the first 4,096 characters of a text are kept', () => {
  expect(factsWith([], 'x'.repeat(4096))?.words.spoken).toHaveLength(4096);
  expect(factsWith([], `${'x'.repeat(4096)}y`)?.words.spoken).toBe('x'.repeat(4096));
});
