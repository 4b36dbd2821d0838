import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { LANGUAGES } from '../../../../engine/language/languages.ts';
import { outOfScopeRows } from '../../../../engine/language/training.ts';
import { readWords } from '../../../../engine/sections.ts';
import { agreeingWords, compoundExamples, withReservation } from '../../../../engine/train/acts/compounds.ts';
import { confirmationExamples } from '../../../../engine/train/acts/confirmations.ts';
import { networksOf, PARTS } from '../../../../engine/train/acts/parts.ts';
import { type ActExample, ownExamples, readOwnRows } from '../../../../engine/train/acts/rows.ts';
import { seededRandom } from '../../../../engine/train/random.ts';
import type { Act } from '../../../../engine/understand/acts/acts.ts';
import { isSpelled, wordHash } from '../../../../engine/understand/acts/features.ts';

const folder = (code: string) =>
  fileURLToPath(new URL(`../../../../engine/language/${code}`, import.meta.url));

const compoundsOf = (code: string, seed = 1): ActExample[] => {
  const rows = readOwnRows(folder(code));
  const { examples } = ownExamples(rows, seededRandom(seed));
  const isUnspaced = LANGUAGES.find((language) => language.code === code)?.unspaced != null;
  return compoundExamples(rows, examples, outOfScopeRows(code), { isUnspaced, random: seededRandom(seed) });
};

const row = (text: string, acts: Act[], more: Partial<ActExample> = {}): ActExample => ({
  text,
  hasty: null,
  acts,
  awaited: ['confirm'],
  prompt: null,
  copies: 1,
  group: text,
  ...more,
});

describe.each(LANGUAGES.map(({ code }) => code))('compounds in %s', (code) => {
  const compounds = compoundsOf(code);
  const reserved = compounds.filter(({ acts }) => acts.includes('reservation'));

  it('are as often agreement and no more as not, and train nothing else', () => {
    const share = reserved.length / compounds.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.65);
    for (const { acts, weights } of compounds) {
      expect(acts).toHaveLength(1);
      expect(weights).toMatchObject({ others: 0, reservation: 1 });
    }
  });

  it('have marks as often where they agree as where they do not', () => {
    const marked = (some: readonly ActExample[]) =>
      some.filter(({ text }) => /[,.;!?、。，！？-]/u.test(text)).length / some.length;
    const agreed = compounds.filter((compound) => !reserved.includes(compound));
    expect(Math.abs(marked(agreed) - marked(reserved))).toBeLessThan(0.15);
  });

  it('have no bracket of a grammar left in them', () => {
    expect(compounds.filter(({ text, prompt }) => /[|{}[\]]/.test(`${text}${prompt ?? ''}`))).toEqual([]);
  });
});

it.each(LANGUAGES.map(({ code }) => code))(
  'the words of agreement that the reader of %s knows are those of its rows, and of whole replies to any question',
  (code) => {
    const rows = readOwnRows(folder(code));
    const all = [1, 2, 3].flatMap((seed) => [
      ...withReservation(ownExamples(rows, seededRandom(seed)).examples),
      ...compoundsOf(code, seed),
    ]);
    const hashesOf = (examples: readonly ActExample[]) =>
      new Set(agreeingWords(examples).filter(isSpelled).map(wordHash));
    const own = hashesOf(all);
    const withReplies = hashesOf([...all, ...confirmationExamples(rows.confirmations, seededRandom(1))]);
    const reader = readFileSync(`${folder(code)}/acts.bin`);
    const [plain = [], reply = []] = PARTS.map((part) =>
      networksOf(reader, part).map((bytes) => new Set(readWords(unpackArtifact(bytes), 'agreeing'))),
    );
    expect(reply).toHaveLength(3);
    for (const known of reply) {
      expect([...own].filter((word) => !known.has(word))).toEqual([]);
      // Readers that were trained before these replies came after questions know none of them.
      expect([...known].filter((word) => !withReplies.has(word))).toEqual([]);
    }
    expect(plain.map(({ size }) => size)).toEqual([0, 0, 0]);
  },
);

it('the same seed gives the same compounds, and another gives others', () => {
  expect(compoundsOf('ja')).toEqual(compoundsOf('ja'));
  expect(compoundsOf('ja', 2)).not.toEqual(compoundsOf('ja'));
});

describe('a row', () => {
  const isReserved = (acts: Act[]) => withReservation([row('x', acts)])[0]?.acts.includes('reservation');

  it('has a reservation unless it agrees, thanks or greets and does no more', () => {
    for (const acts of [['affirm'], ['affirm', 'thank'], ['thank'], ['greet']] as Act[][])
      expect(isReserved(acts), acts.join()).toBe(false);
    for (const acts of [
      ['deny'],
      ['affirm', 'ask'],
      ['affirm', 'wait'],
      ['thank', 'ask'],
      ['condition'],
    ] as Act[][])
      expect(isReserved(acts), acts.join()).toBe(true);
  });
});

describe('a word of agreement', () => {
  it('is one that two lines agree with', () => {
    const twice = [
      row('yes please', ['affirm'], { group: 'a' }),
      row('please do', ['affirm'], { group: 'b' }),
    ];
    expect(agreeingWords(twice)).toEqual(['please']);
    // Two sentences of one line are one line.
    expect(agreeingWords(twice.map((example) => ({ ...example, group: 'a' })))).toEqual([]);
    expect(agreeingWords([...twice, row('wait', ['wait']), row('wait a bit', ['wait'])])).toEqual(['please']);
  });
});
