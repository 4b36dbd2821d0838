import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { LANGUAGES } from '../../../../engine/language/languages.ts';
import { outOfScopeRows } from '../../../../engine/language/training.ts';
import { readWords } from '../../../../engine/sections.ts';
import { agreeingWords, compoundExamples, withReservation } from '../../../../engine/train/acts/compounds.ts';
import { confirmationExamples } from '../../../../engine/train/acts/confirmations.ts';
import { networksOf, PARTS, type Part } from '../../../../engine/train/acts/parts.ts';
import {
  type ActExample,
  type OwnRows,
  ownExamples,
  readOwnRows,
} from '../../../../engine/train/acts/rows.ts';
import { yesWordsOf } from '../../../../engine/train/acts/yes-words.ts';
import { seededRandom } from '../../../../engine/train/random.ts';
import { isSpelled, wordHash } from '../../../../engine/understand/acts/features.ts';

const FOLDERS = fileURLToPath(new URL('../../../../engine/language/', import.meta.url));
const READERS = readdirSync(FOLDERS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^\w+\/acts(?:\.words)?\.bin$/.test(file),
);
/** A different seed for each network of a part. */
const SEEDS = [1, 2, 3];

const sectionsIn = (file: string, parts: readonly Part[]) => {
  const reader = readFileSync(FOLDERS + file);
  return parts.map((part) => networksOf(reader, part).map(unpackArtifact));
};

const hashes = (words: readonly string[]) => new Set(words.filter(isSpelled).map(wordHash));

it('English has a reader for the encoder that Parley comes with, and one for any other', () => {
  expect(READERS).toEqual(expect.arrayContaining(['en/acts.bin', 'en/acts.words.bin']));
  const standsOnEncoder = (file: string) =>
    sectionsIn(file, PARTS)
      .flat()
      .some((network) => network.has('mean'));
  expect(READERS.filter(standsOnEncoder)).toEqual(['en/acts.bin']);
});

describe.each(LANGUAGES)('the act rows of $code', ({ code, unspaced }) => {
  let rows: OwnRows;
  /** Examples and compounds of each seed, drawn once because that takes longer than the tests. */
  let drawn: { examples: ActExample[]; compounds: ActExample[] }[] = [];
  beforeAll(() => {
    rows = readOwnRows(FOLDERS + code);
    drawn = SEEDS.map((seed) => {
      const { examples } = ownExamples(rows, seededRandom(seed));
      return { examples, compounds: compoundsOf(examples, seed) };
    });
  });
  afterAll(() => {
    drawn = [];
  });

  const compoundsOf = (examples: readonly ActExample[], seed: number) =>
    compoundExamples(rows, examples, outOfScopeRows(code), {
      isUnspaced: unspaced != null,
      random: seededRandom(seed),
    });
  const reservedIn = (compounds: readonly ActExample[]) =>
    compounds.filter(({ acts }) => acts.includes('reservation'));

  it('about half of the compounds have a reservation, and none trains another act', () => {
    for (const { compounds } of drawn) {
      const share = reservedIn(compounds).length / compounds.length;
      expect(share).toBeGreaterThan(0.4);
      expect(share).toBeLessThan(0.65);
      const others = compounds.filter(
        ({ acts, weights }) => acts.length !== 1 || weights?.others !== 0 || weights.reservation !== 1,
      );
      expect(others).toEqual([]);
    }
  });

  it('compounds have punctuation as often with a reservation as without', () => {
    const [{ compounds } = { compounds: [] }] = drawn;
    const marked = (some: readonly ActExample[]) =>
      some.filter(({ text }) => /[,.;!?、。，！？-]/u.test(text)).length / some.length;
    const reserved = new Set(reservedIn(compounds));
    const agreed = compounds.filter((compound) => !reserved.has(compound));
    expect(Math.abs(marked(agreed) - marked([...reserved]))).toBeLessThan(0.15);
  });

  it('compounds contain no brackets of the grammar', () => {
    const compounds = drawn.flatMap((of) => of.compounds);
    expect(compounds.filter(({ text, prompt }) => /[|{}[\]]/.test(`${text}${prompt ?? ''}`))).toEqual([]);
  });

  it('compounds are the same for the same seed', () => {
    const [first, second] = drawn;
    const again = compoundsOf(first?.examples ?? [], 1);
    expect(again.map(({ text }) => text)).toEqual(first?.compounds.map(({ text }) => text));
    expect(second?.compounds).not.toEqual(first?.compounds);
  });

  it('no group has the same reply as agreement and as reservation', () => {
    for (const { agreed, reserved } of rows.confirmations.groups)
      expect(agreed.filter((reply) => reserved.includes(reply))).toEqual([]);
  });

  it('the reader knows the words of agreement of its rows and of confirmation replies', () => {
    const all = drawn.flatMap(({ examples, compounds }) => [...withReservation(examples), ...compounds]);
    const replies = confirmationExamples(rows.confirmations, seededRandom(1));
    const own = hashes(agreeingWords(all));
    const withReplies = replies.length === 0 ? own : hashes(agreeingWords([...all, ...replies]));
    const [plain = [], reply = []] = sectionsIn(`${code}/acts.bin`, PARTS).map((networks) =>
      networks.map((network) => new Set(readWords(network, 'agreeing'))),
    );
    expect(reply).toHaveLength(3);
    for (const known of reply) {
      expect([...own].filter((word) => !known.has(word))).toEqual([]);
      // Readers trained before replies were placed after questions know none of the words of replies.
      expect([...known].filter((word) => !withReplies.has(word))).toEqual([]);
    }
    expect(plain.map(({ size }) => size)).toEqual([0, 0, 0]);
  });

  it('each reader knows exactly the yes words of its language’s own rows', () => {
    const own = drawn.map(({ examples }) => hashes(yesWordsOf(examples)));
    for (const file of READERS.filter((reader) => reader.startsWith(`${code}/`))) {
      const [plain = [], reply = []] = sectionsIn(file, PARTS);
      expect(plain.length, file).toBeGreaterThan(0);
      expect(
        plain.map((network) => new Set(readWords(network, 'yes'))),
        file,
      ).toEqual(own.slice(0, plain.length));
      expect(
        reply.map((network) => [...readWords(network, 'yes')]),
        file,
      ).toEqual(plain.map(() => []));
    }
  });
});
