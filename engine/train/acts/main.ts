import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readsLanguage, SHIPPED_ENCODER } from '../../classify/encoder/description.ts';
import { LANGUAGES, languageOf } from '../../language/languages.ts';
import { outOfScopeRows, trainingRowsOf } from '../../language/training.ts';
import { sharedEncoder } from '../../loaders.ts';
import { ACTS, ACTS_BY_WORDS, buildEncoder } from '../encoder/build.ts';
import { encoderDirectory } from '../encoder/choice.ts';
import { FileCache } from '../feature-cache.ts';
import { seededRandom } from '../random.ts';
import { agreeingWords, compoundExamples, withReservation } from './compounds.ts';
import { confirmationExamples } from './confirmations.ts';
import { callExamples, dialogueExamples } from './data-sets.ts';
import { joinActReaders } from './pack.ts';
import { networksOf, PARTS, type Part } from './parts.ts';
import { ownExamples, readOwnRows } from './rows.ts';
import { trainActNetwork } from './train.ts';

/**
 * Trains the act readers and writes them into the folders of their languages: `npm run train:acts -- --data DIR`, where
 * DIR has `sgd/train.jsonl` and `nlupp/hotels.jsonl`. `--language xx` trains only that language; `--part reply` or
 * `--part plain` only that part, and keeps the other. Each part of a reader has a network for each `--seed`.
 */
const FOLDERS = fileURLToPath(new URL('../../language/', import.meta.url));
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    language: { type: 'string', multiple: true },
    cache: { type: 'string' },
    epochs: { type: 'string' },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    out: { type: 'string' },
    part: { type: 'string' },
  },
});
const say = (text: string) => process.stderr.write(`${text}\n`);
const directory = encoderDirectory(null);
await buildEncoder(null);
const codes = values.language ?? LANGUAGES.map(({ code }) => code);
for (const code of codes) {
  const hasDataSets = trainingRowsOf(code)?.hasDataSets ?? false;
  const more =
    hasDataSets && values.data !== undefined
      ? [
          ...dialogueExamples(join(values.data, 'sgd/train.jsonl')),
          ...callExamples(join(values.data, 'nlupp/hotels.jsonl')),
        ]
      : [];
  if (hasDataSets && more.length === 0) throw new Error('name the folder of the data sets with --data');
  const cache =
    values.cache === undefined ? undefined : new FileCache(values.cache, 'acts', { mostBytes: 4e9 });
  const out = values.out ?? join(FOLDERS, code);
  mkdirSync(out, { recursive: true });
  const isEncoded = readsLanguage(SHIPPED_ENCODER, code);
  const rows = readOwnRows(join(FOLDERS, code));
  const drawn = values.seed.map((given) => {
    const seed = Number(given);
    const { examples, questions } = ownExamples(rows, seededRandom(seed));
    const compounds = compoundExamples(rows, examples, outOfScopeRows(code), {
      isUnspaced: languageOf(code).unspaced !== null,
      random: seededRandom(seed),
    });
    return {
      seed,
      examples,
      questions,
      compounds: [
        ...withReservation(examples),
        ...compounds,
        ...confirmationExamples(rows.confirmations, seededRandom(seed)),
      ],
    };
  });
  const agreeing = agreeingWords(drawn.flatMap(({ compounds }) => compounds));
  // An operator may use another encoder, so there is also a reader that needs none.
  for (const byEncoder of isEncoded ? [true, false] : [false]) {
    const file = isEncoded && !byEncoder ? ACTS_BY_WORDS : ACTS;
    const train = ({ name, acts, reads, hasCompounds, hidden, kept, epochs }: Part) =>
      drawn.map(({ seed, examples, compounds, questions }) => {
        const own = hasCompounds ? compounds : examples;
        say(`${code}, ${name}, seed ${seed}: ${own.length} of our own, ${more.length} of the data sets`);
        const { bytes, heldOut } = trainActNetwork(
          [
            ...own.map((example) => ({ ...example, copies: isEncoded && !example.isCompound ? 2 : 1 })),
            ...more,
          ],
          questions,
          {
            encoder: byEncoder ? sharedEncoder(directory) : null,
            encoderDirectory: directory,
            acts,
            reads,
            ours: examples,
            agreeing: hasCompounds ? agreeing : null,
            ...(cache ? { cache } : {}),
            hidden: byEncoder ? hidden.encoder : hidden.words,
            kept: byEncoder ? kept.encoder : kept.words,
            epochs: Number(
              values.epochs ?? epochs[byEncoder ? 'encoder' : hasDataSets ? 'dataSets' : 'words'],
            ),
            seed,
            onProgress: (text) => say(`  ${text}`),
          },
        );
        say(`  ${heldOut.length} examples held out`);
        return bytes;
      });
    const networks = PARTS.flatMap((part) =>
      values.part === undefined || values.part === part.name
        ? train(part)
        : networksOf(readFileSync(join(FOLDERS, code, file)), part),
    );
    const bytes = joinActReaders(networks);
    writeFileSync(join(out, file), bytes);
    say(`${code}/${file}: ${bytes.length} bytes`);
  }
  cache?.save();
}
