import { packArtifact } from '../artifact.ts';
import type { TrainingExample, TrainingOptions } from '../classify/classifier.ts';
import type { Encoder } from '../classify/encoder/encoder.ts';
import { type Glosses, glossed } from '../classify/encoder/glosses.ts';
import { centre } from '../classify/head/features.ts';
import { Head } from '../classify/head/head.ts';
import { type BothHeldOut, blend, chooseShare, GLOSSED_SHARE, USUAL_SHARE } from '../classify/model/blend.ts';
import { type ModelMeta, spellerBeside } from '../classify/model/model.ts';
import type { NgramModel } from '../classify/ngrams/model.ts';
import { DEFAULT_LANGUAGE } from '../language/languages.ts';
import { outOfScopeRows } from '../language/training.ts';
import { writeJson, writeNumbers } from '../sections.ts';
import { countWords, type Speller } from '../text/typos/repair.ts';
import { calibrate, type Prior } from './calibration.ts';
import { encodeAll } from './encode.ts';
import type { FeatureCache } from './feature-cache.ts';
import { planRounds } from './held-out.ts';
import { TrainingKernel } from './kernel.ts';
import { packNetworks } from './mlp.ts';
import { NetworkRows } from './network.ts';
import { enrich, NgramTrainer } from './ngram-trainer.ts';
import { seededRandom } from './random.ts';
import { mistypedCopies } from './rows.ts';
import { trainingSet } from './training-set.ts';

const FOLD_SEED = 7;
const DEFAULT_WEIGHT = 2;
/** The usual threshold of assistants with one to four labels of three to ten examples each. */
const PRIOR: Prior = { threshold: -1.3, rows: 40 };
/**
 * With glosses, a network is right as often but less confident. This threshold rejects as many right answers as in
 * English.
 */
const GLOSSED_PRIOR: Prior = { threshold: -1.7, rows: 40 };
/** With more rows, two rounds of validation suffice. */
const FEW_ROWS = 300;
/** The share of training passes for models used only for validation. */
const VALIDATION_EFFORT = 0.5;

export interface ModelTrainingOptions extends TrainingOptions {
  encoder: Encoder;
  /** The directory of kernels and weights, as for `loadEncoder`. */
  encoderDirectory: string;
  /** Caches selected features of texts. */
  cache?: FeatureCache;
  /** The glosses of a language that the encoder does not read directly. */
  glosses?: Glosses | undefined;
  /** Held-out examples to choose threshold and confidence from, instead of cross-validation. */
  validation?: readonly TrainingExample[];
}

/**
 * Trains a language's classifier, a network over sentence encodings blended with an n-gram classifier. Equal examples
 * in equal order give equal bytes.
 * @returns the section for `loadModel`
 * @throws {TrainingError} if no example has a label
 */
export function trainModel(examples: readonly TrainingExample[], options: ModelTrainingOptions): Uint8Array {
  const { encoder, glosses, onProgress } = options;
  const progress = (stage: string, from: number, to: number) => (done: number) =>
    onProgress?.({ stage, done: from + (to - from) * done });
  const authored = trainingSet(examples);
  const authoredCount = authored.texts.length;
  const set = enrich(authored, outOfScopeRows(options.language ?? DEFAULT_LANGUAGE.code));
  const words = countWords(set.texts.slice(0, authoredCount + set.labels.length));
  // Typos in glossed languages are repaired before classification (see `repairing`).
  const speller = glosses
    ? unrepaired
    : spellerBeside(encoder, words, options.language ?? DEFAULT_LANGUAGE.code);
  const copies = mistypedCopies(set, authoredCount, speller);
  const texts = [...set.texts.map((text) => speller.repair(text)), ...copies.map((copy) => copy.text)];
  const features = encodeAll(
    texts.map((text) => glossed(text, glosses)),
    encoder,
    options.cache,
    progress('encoding', 0, 0.4),
  );
  const trainers = {
    network: new NetworkRows(set, copies, features, authoredCount),
    ngrams: new NgramTrainer(set, 'together'),
    kernel: new TrainingKernel(options.encoderDirectory),
    directory: options.encoderDirectory,
  };
  const all = Int32Array.from(set.texts, (_, row) => row);
  const { members } = trainers.network;
  const networks = Array.from({ length: members }, (_, i) => {
    const told = progress('learning', 0.4 + (0.2 * i) / members, 0.4 + (0.2 * (i + 1)) / members);
    return trainers.network.train(trainers.kernel, all, i, 1, told);
  });
  const head = packNetworks(networks);
  const ngrams = trainers.ngrams.toModel(trainers.ngrams.train(all, progress('learning', 0.6, 0.7)));
  const { mean } = trainers.network;
  const heldOut = options.validation
    ? ask({ head, ngrams, mean, labels: set.labels, speller }, options)
    : crossValidate(trainers, authoredCount, progress('validating', 0.7, 1));
  const share = chooseShare(heldOut, glosses ? GLOSSED_SHARE : USUAL_SHARE);
  const calibration = calibrate(
    heldOut.map((row) => ({ ...row, probabilities: blend(row.network, row.ngrams, share) })),
    options.outOfScopeWeight ?? DEFAULT_WEIGHT,
    glosses ? GLOSSED_PRIOR : PRIOR,
  );
  const meta: ModelMeta = {
    labels: set.labels,
    calibration,
    share,
    words: [...words],
    ...(glosses && { isGlossed: true }),
  };
  onProgress?.({ stage: 'done', done: 1 });
  return packArtifact({
    meta: writeJson(meta),
    mean: writeNumbers(mean),
    head,
    ngrams: ngrams.toBytes(),
  });
}

const unrepaired = { repair: (text: string): string => text };

interface Candidate {
  head: Uint8Array;
  ngrams: NgramModel;
  mean: Float32Array;
  labels: string[];
  speller: Pick<Speller, 'repair'>;
}

/** Runs the finished models on the validation rows, except rows with untrained labels. */
function ask(candidate: Candidate, options: ModelTrainingOptions): BothHeldOut[] {
  const { ngrams, mean, labels, speller } = candidate;
  const head = new Head(candidate.head, options.encoderDirectory);
  const rows = (options.validation ?? []).flatMap(({ text, label }) => {
    const target = label === null ? labels.length : labels.indexOf(label);
    return target < 0 ? [] : [{ text: speller.repair(text), target }];
  });
  const texts = rows.map((row) => row.text);
  const encoded = texts.map((text) => glossed(text, options.glosses));
  const features = encodeAll(encoded, options.encoder, options.cache, () => undefined);
  return rows.map(({ text, target }, i) => ({
    network: head.probabilities(centre(features[i] ?? new Float32Array(), mean)),
    ngrams: ngrams.probabilities(text),
    target,
    weight: 1,
  }));
}

interface Trainers {
  network: NetworkRows;
  ngrams: NgramTrainer;
  kernel: TrainingKernel;
  directory: string;
}

/** Trains models on some of the rows and scores the others. */
function crossValidate(
  { network, ngrams, kernel, directory }: Trainers,
  authoredCount: number,
  onProgress: (done: number) => void,
): BothHeldOut[] {
  const planned = planRounds(ngrams.set, authoredCount, seededRandom(FOLD_SEED));
  const rounds = authoredCount > FEW_ROWS ? planned.slice(0, 2) : planned;
  return rounds.flatMap((round, i) => {
    const trained = network.train(kernel, round.train, 0, VALIDATION_EFFORT, (done) =>
      onProgress((i + done) / rounds.length),
    );
    const head = new Head(packNetworks([trained]), directory);
    const softmax = ngrams.train(round.train);
    return round.score.map(({ row, target, weight }) => ({
      network: head.probabilities(network.features(row)),
      ngrams: ngrams.probabilities(softmax, row),
      target,
      weight,
    }));
  });
}
