import { join } from 'node:path';
import type { Classifier, TrainingExample } from '../engine/classify/classifier.ts';
import { encodesLanguage, readDescription } from '../engine/classify/encoder/description.ts';
import { loadEncoder } from '../engine/classify/encoder/encoder.ts';
import { FEATURE_COUNT } from '../engine/classify/head/features.ts';
import { loadModel } from '../engine/classify/model/model.ts';
import { loadNgrams } from '../engine/classify/ngrams/index.ts';
import { sharedGlosses } from '../engine/loaders.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { FileFeatureCache } from '../engine/train/feature-cache.ts';
import { trainModel } from '../engine/train/model.ts';
import { trainNgrams } from '../engine/train/ngrams.ts';
import { seededRandom } from '../engine/train/random.ts';
import { BenchError, runBench } from './command.ts';
import { mistype, type Row, readRows, takeShots, toExamples, toValidation, withoutRows } from './data.ts';
import { leavingOut } from './left-out.ts';
import { ask, measure } from './measure.ts';
import { type BenchOptions, benchOptions } from './options.ts';
import { report } from './report.ts';

interface Trained {
  classifier: Classifier;
  bytes: number;
}

/** Trains as for publishing: with the encoder if it covers the language, else with n-grams. */
function trainer({ language, validation }: BenchOptions): (rows: readonly Row[]) => Trained {
  const given = validation ? toValidation(readRows(validation)) : undefined;
  if (validation && !given) {
    process.stderr.write(
      `${validation} does not have rows both in and out of scope: the threshold comes from folds of the training data.\n`,
    );
  }
  const onProgress = ({ stage, done }: { stage: string; done: number }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${stage} ${Math.round(done * 100)} %   `);
  };
  const description = readDescription(ENCODER_DIRECTORY);
  const glosses = sharedGlosses(ENCODER_DIRECTORY, language);
  if (!encodesLanguage(description, language)) {
    if (given) throw new BenchError(`--val is only for languages that the encoder covers, not ${language}`);
    return (rows) => {
      const artifact = trainNgrams(toExamples(rows), { language, onProgress });
      return { classifier: loadNgrams(artifact), bytes: artifact.byteLength };
    };
  }
  const encoder = loadEncoder(ENCODER_DIRECTORY);
  // For experiments only: with a cache, training times are meaningless.
  const cached = process.env.BENCH_CACHE;
  const cache = cached ? new FileFeatureCache(join(cached, 'features'), 'bench', FEATURE_COUNT) : undefined;
  const chosen: { validation?: TrainingExample[] } = given ? { validation: given } : {};
  return (rows) => {
    const artifact = trainModel(toExamples(rows), {
      encoder,
      encoderDirectory: ENCODER_DIRECTORY,
      language,
      ...(glosses && { glosses }),
      ...(cache ? { cache } : {}),
      ...chosen,
      onProgress,
    });
    cache?.save();
    return {
      classifier: loadModel(artifact, encoder, ENCODER_DIRECTORY, language, () => glosses),
      bytes: artifact.byteLength,
    };
  };
}

/**
 * Trains on one file, classifies each row of another, and prints the results as one JSON line. If both are the same
 * file, rows used for training are not classified. `--left-out N` trains N more times, each without every Nth label,
 * and classifies the rows of those labels: `left_out_recall` is the share of these rows found to be out of scope.
 */
await runBench(async () => {
  const options = benchOptions(['lexical']);
  await buildEncoder();
  const train = takeShots(readRows(options.train), options.shots, options.seed);
  const given = readRows(options.test);
  const asked = options.test === options.train && options.shots > 0 ? withoutRows(given, train) : given;
  const test = mistype(asked, options.typos, seededRandom(options.seed));
  const learn = trainer(options);

  const begin = performance.now();
  const { classifier, bytes } = learn(train);
  const trainSeconds = (performance.now() - begin) / 1000;
  const figures = measure(ask(test, (text) => classifier.classify(text)));
  const recall = leavingOut(options.leftOut, train, given, (rows) => learn(rows).classifier);
  report({ ...figures, left_out_recall: recall, train_s: trainSeconds, artifact_bytes: bytes });
});
