import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { readWords } from '../../../../engine/sections.ts';
import { networksOf, PARTS, type Part } from '../../../../engine/train/acts/parts.ts';
import { type ActExample, ownExamples, readOwnRows } from '../../../../engine/train/acts/rows.ts';
import { yesWordsOf } from '../../../../engine/train/acts/yes-words.ts';
import { seededRandom } from '../../../../engine/train/random.ts';
import type { Act } from '../../../../engine/understand/acts/acts.ts';
import { isSpelled, wordHash } from '../../../../engine/understand/acts/features.ts';

const LANGUAGES = fileURLToPath(new URL('../../../../engine/language/', import.meta.url));
const READERS = readdirSync(LANGUAGES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^\w+\/acts(?:\.words)?\.bin$/.test(file),
);

const sectionsIn = (file: string, parts: readonly Part[]) => {
  const reader = readFileSync(LANGUAGES + file);
  return parts.map((part) => networksOf(reader, part).map(unpackArtifact));
};

it('English has a reader for the encoder that Parley comes with, and one for any other', () => {
  expect(READERS).toEqual(expect.arrayContaining(['en/acts.bin', 'en/acts.words.bin']));
  const standsOnEncoder = (file: string) =>
    sectionsIn(file, PARTS)
      .flat()
      .some((network) => network.has('mean'));
  expect(READERS.filter(standsOnEncoder)).toEqual(['en/acts.bin']);
});

const example = (text: string, acts: Act[]): ActExample => ({
  text,
  hasty: null,
  acts,
  awaited: ['confirm'],
  prompt: null,
  copies: 1,
  group: text,
});

it('a word is a yes by itself where six in ten of what it stands in is one', () => {
  const yes = ['so then fine', 'good then fine', 'well then fine'].map((text) => example(text, ['affirm']));
  const others = ['then show me', 'then what', 'then not'].map((text) => example(text, ['wish']));
  expect(yesWordsOf([...yes, ...others.slice(1)])).toContain('=then');
  expect(yesWordsOf([...yes, ...others])).not.toContain('=then');
  expect(yesWordsOf([...yes, ...others])).toContain('then');
});

it('a reply of two words is remembered as a yes where neither of its words is one', () => {
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

/** Of a language and a seed: readers of one language with and without the encoder know the same. */
const known = new Map<string, Set<number>>();

function ownYesWords(language: string, seeds: number): Set<number>[] {
  const rows = readOwnRows(LANGUAGES + language);
  return Array.from({ length: seeds }, (_, index) => {
    const key = `${language} ${index}`;
    const words =
      known.get(key) ??
      new Set(
        yesWordsOf(ownExamples(rows, seededRandom(index + 1)).examples)
          .filter(isSpelled)
          .map(wordHash),
      );
    known.set(key, words);
    return words;
  });
}

it.each(READERS)(
  'the words of a yes that %s knows are those of our rows, whatever else it was trained on',
  (file) => {
    const [plain = [], reply = []] = sectionsIn(file, PARTS);
    expect(plain.length).toBeGreaterThan(0);
    expect(reply).toHaveLength(plain.length);
    // The networks of a part have seeds of their own: 1, 2 and so on.
    const own = ownYesWords(file.slice(0, 2), plain.length);
    expect(plain.map((network) => new Set(readWords(network, 'yes')))).toEqual(own);
    expect(reply.map((network) => [...readWords(network, 'yes')])).toEqual(reply.map(() => []));
  },
);
