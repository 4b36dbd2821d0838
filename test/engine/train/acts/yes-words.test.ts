import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { readWords } from '../../../../engine/sections.ts';
import { ownExamples } from '../../../../engine/train/acts/rows.ts';
import { yesWordsOf } from '../../../../engine/train/acts/yes-words.ts';
import { seededRandom } from '../../../../engine/train/random.ts';
import { isSpelled, wordHash } from '../../../../engine/understand/acts/features.ts';

const LANGUAGES = fileURLToPath(new URL('../../../../engine/language/', import.meta.url));
const READERS = readdirSync(LANGUAGES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^\w+\/acts(?:\.words)?\.bin$/.test(file),
);

it('English has a reader for the encoder that Parley comes with, and one for any other', () => {
  expect(READERS).toEqual(expect.arrayContaining(['en/acts.bin', 'en/acts.words.bin']));
  const standsOnEncoder = (file: string) => unpackArtifact(readFileSync(LANGUAGES + file)).has('mean');
  expect(READERS.filter(standsOnEncoder)).toEqual(['en/acts.bin']);
});

it.each(READERS)(
  'the words of a yes that %s knows are those of our rows, whatever else it was trained on',
  (file) => {
    const known = readWords(unpackArtifact(readFileSync(LANGUAGES + file)), 'yes');
    const { examples } = ownExamples(LANGUAGES + file.slice(0, 2), seededRandom(1));
    const own = new Set(yesWordsOf(examples).filter(isSpelled).map(wordHash));
    expect(new Set(known)).toEqual(own);
  },
);
