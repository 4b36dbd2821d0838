import { expect, it } from 'vitest';
import type { ActExample } from '../../../../engine/train/acts/rows.ts';
import { yesWordsOf } from '../../../../engine/train/acts/yes-words.ts';
import type { Act } from '../../../../engine/understand/acts/acts.ts';

const example = (text: string, acts: Act[]): ActExample => ({
  text,
  hasty: null,
  acts,
  awaited: ['confirm'],
  prompt: null,
  copies: 1,
  group: text,
});

it('a word is a yes by itself if at least six in ten of its texts are a yes', () => {
  const yes = ['so then fine', 'good then fine', 'well then fine'].map((text) => example(text, ['affirm']));
  const others = ['then show me', 'then what', 'then not'].map((text) => example(text, ['wish']));
  expect(yesWordsOf([...yes, ...others.slice(1)])).toContain('=then');
  expect(yesWordsOf([...yes, ...others])).not.toContain('=then');
  expect(yesWordsOf([...yes, ...others])).toContain('then');
});

it('a reply of two words is kept as a yes if neither word is a yes by itself', () => {
  const wishes = Array.from({ length: 8 }, (_, n) => [
    example(`please show me number ${n}`, ['wish']),
    example(`what can I do ${n}`, ['ask']),
  ]).flat();
  const words = yesWordsOf([
    ...wishes,
    example('please do', ['affirm']),
    { ...example("let's go", ['affirm']), hasty: 'lets go' },
    example('I will do so', ['affirm']),
  ]);
  expect(words).not.toContain('please');
  expect(words).not.toContain('do');
  expect(words).toContain('=please do');
  expect(words).toContain('=lets go');
  expect(words).not.toContain('=i will do so');
});
