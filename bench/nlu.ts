import { join } from 'node:path';
import { loadEncoder } from '../engine/classify/encoder/encoder.ts';
import { FEATURE_COUNT } from '../engine/classify/head/features.ts';
import { loadModel } from '../engine/classify/model/model.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { FileFeatureCache } from '../engine/train/feature-cache.ts';
import { trainModel } from '../engine/train/model.ts';
import { seededRandom } from '../engine/train/random.ts';
import { runBench } from './command.ts';
import { mistype, readRows, takeShots, toExamples, toValidation } from './data.ts';
import { ask, measure } from './measure.ts';
import { benchOptions } from './options.ts';
import { report } from './report.ts';

/** Trains on one file, asks for each row of another, and prints what came of it as one JSON line. */
await runBench(async () => {
  const options = benchOptions(['lexical']);
  await buildEncoder();
  const train = takeShots(readRows(options.train), options.shots, options.seed);
  const test = mistype(readRows(options.test), options.typos, seededRandom(options.seed));
  const validation = options.validation ? toValidation(readRows(options.validation)) : undefined;
  if (options.validation && !validation) {
    process.stderr.write(
      `${options.validation} does not have rows of both kinds, in scope and out: the threshold comes from folds of the training data.\n`,
    );
  }
  const encoder = loadEncoder(ENCODER_DIRECTORY);
  // For trying things out only: with a cache, training takes less time than the figure should say.
  const cached = process.env.BENCH_CACHE;
  const cache = cached ? new FileFeatureCache(join(cached, 'features'), 'bench', FEATURE_COUNT) : undefined;

  const begin = performance.now();
  const artifact = trainModel(toExamples(train), {
    encoder,
    encoderDirectory: ENCODER_DIRECTORY,
    ...(cache ? { cache } : {}),
    ...(validation ? { validation } : {}),
    onProgress: ({ stage, done }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${stage} ${Math.round(done * 100)} %   `);
    },
  });
  const trainSeconds = (performance.now() - begin) / 1000;
  cache?.save();

  const classifier = loadModel(artifact, encoder, ENCODER_DIRECTORY);
  const figures = measure(ask(test, (text) => classifier.classify(text)));
  report({ ...figures, train_s: trainSeconds, artifact_bytes: artifact.byteLength });
});
