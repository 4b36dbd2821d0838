import { loadEncoder } from '../engine/classify/encoder/encoder.ts';
import { loadModel } from '../engine/classify/model/model.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { trainModel } from '../engine/train/model.ts';
import { trainTagger } from '../engine/train/tagger/train.ts';
import { loadTagger } from '../engine/values/free-text/tagger/tagger.ts';
import { runBench } from './command.ts';
import { readRows, takeShots, toExamples } from './data.ts';
import { benchOptions } from './options.ts';
import { percentile, report } from './report.ts';

/** Trains intents and slots on one file and finds both in another; a slot is right if its name and position are. */
await runBench(async () => {
  const options = benchOptions(['typos', 'language', 'left-out']);
  await buildEncoder();
  const setting = { encoder: loadEncoder(ENCODER_DIRECTORY), encoderDirectory: ENCODER_DIRECTORY };
  const train = takeShots(readRows(options.train), options.shots, options.seed);
  const test = readRows(options.test);

  const begin = performance.now();
  const intents = trainModel(toExamples(train), setting);
  const encoder = options.lexical ? null : setting.encoder;
  const slots = trainTagger(
    train.map(({ text, intent, slots }) => ({ text, label: intent, slots: slots ?? [] })),
    { ...setting, encoder },
  );
  const trainSeconds = (performance.now() - begin) / 1000;

  const model = loadModel(intents, setting.encoder, ENCODER_DIRECTORY);
  const tagger = loadTagger(slots, encoder, ENCODER_DIRECTORY);
  const times: number[] = [];
  const counts = { right: 0, found: 0, meant: 0, intents: 0 };
  for (const row of test) {
    const start = performance.now();
    const label = model.classify(row.text).ranked[0]?.label ?? '';
    const spans = tagger.tag(row.text, label);
    times.push(performance.now() - start);
    const meant = new Set((row.slots ?? []).map((span) => `${span.slot} ${span.start} ${span.end}`));
    counts.intents += label === row.intent ? 1 : 0;
    counts.found += spans.length;
    counts.meant += meant.size;
    counts.right += spans.filter((span) => meant.has(`${span.slot} ${span.start} ${span.end}`)).length;
  }
  report({
    slot_f1: (200 * counts.right) / (counts.found + counts.meant),
    intent_accuracy: (100 * counts.intents) / test.length,
    p50_ms: percentile(times, 0.5),
    train_s: trainSeconds,
    artifact_bytes: intents.byteLength + slots.byteLength,
  });
});
