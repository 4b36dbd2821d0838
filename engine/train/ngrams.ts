import { packArtifact } from '../artifact.ts';
import type { TrainingExample, TrainingOptions } from '../classify/classifier.ts';
import type { NgramsMeta } from '../classify/ngrams/index.ts';
import { DEFAULT_LANGUAGE } from '../language/languages.ts';
import { outOfScopeRows } from '../language/training.ts';
import { writeJson } from '../sections.ts';
import { planRounds, scoreRounds } from './held-out.ts';
import { enrich, NgramTrainer } from './ngram-trainer.ts';
import { seededRandom } from './random.ts';
import { calibrateTold } from './told-calibration.ts';
import { trainingSet } from './training-set.ts';

const FOLD_SEED = 7;
const DEFAULT_WEIGHT = 2;

/**
 * Trains a language's n-gram classifier, a softmax over hashed words, word pairs and characters. Threshold and
 * confidence come from cross-validation. Needs no other file. Equal examples in equal order give equal bytes.
 * @returns the section for `loadNgrams`
 * @throws {TrainingError} if no example has a label
 */
export function trainNgrams(examples: readonly TrainingExample[], options: TrainingOptions = {}): Uint8Array {
  const authored = trainingSet(examples);
  const set = enrich(authored, outOfScopeRows(options.language ?? DEFAULT_LANGUAGE.code));
  const trainer = new NgramTrainer(set, 'apart');
  const rounds = planRounds(set, authored.texts.length, seededRandom(FOLD_SEED));
  const steps = rounds.length + 1;
  let step = 0;
  const train = (rows: Int32Array) => {
    const stage = step < rounds.length ? 'validating words' : 'learning words';
    const weights = trainer.train(rows, (done) =>
      options.onProgress?.({ stage, done: (step + done) / steps }),
    );
    step++;
    return weights;
  };
  const rows = scoreRounds(rounds, (part) => {
    const weights = train(part);
    return (row) => trainer.probabilities(weights, row);
  });
  const calibration = calibrateTold(rows, {
    labels: set.labels.length,
    hasForeign: set.classes.includes(set.labels.length),
    outOfScopeWeight: options.outOfScopeWeight ?? DEFAULT_WEIGHT,
  });
  const model = trainer.toModel(train(Int32Array.from(set.texts, (_, row) => row)));
  const meta: NgramsMeta = { labels: set.labels, calibration };
  return packArtifact({ meta: writeJson(meta), model: model.toBytes() });
}
