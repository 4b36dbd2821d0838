import type { Classification } from '../engine/classify/classifier.ts';
import { seededRandom } from '../engine/train/random.ts';
import { needPeers, runBench } from './command.ts';
import { mistype, OUT_OF_SCOPE, readRows, takeShots } from './data.ts';
import { type Answer, measure, WARM_UP } from './measure.ts';
import { benchOptions } from './options.ts';
import { report } from './report.ts';

/** NLP.js (axa-group), used as documented, on the same rows and with the same measures as `nlu`. */
const NONE = 'None';
await runBench(async () => {
  const options = benchOptions(['lexical', 'language', 'left-out']);
  const train = takeShots(readRows(options.train), options.shots, options.seed);
  const test = mistype(readRows(options.test), options.typos, seededRandom(options.seed));

  needPeers('node-nlp');
  const { NlpManager } = await import('node-nlp');
  const manager = new NlpManager({ languages: ['en'], nlu: { log: false }, autoSave: false });
  for (const { text, intent } of train)
    manager.addDocument('en', text, intent === OUT_OF_SCOPE ? NONE : intent);
  const begin = performance.now();
  await manager.train();
  const trainSeconds = (performance.now() - begin) / 1000;

  // The same warm-up as for ours.
  for (const row of test.slice(0, WARM_UP)) await manager.process('en', row.text);
  const answers: Answer[] = [];
  for (const row of test) {
    const start = performance.now();
    const response = await manager.process('en', row.text);
    answers.push({ row, classification: toClassification(response), ms: performance.now() - start });
  }
  report({
    ...measure(answers),
    train_s: trainSeconds,
    artifact_bytes: Buffer.byteLength(manager.export(true)),
  });
});

/** Its "None" is our out of scope. Its scores are not a distribution and are used unchanged. */
function toClassification(response: {
  intent: string;
  classifications: { intent: string; score: number }[];
}): Classification {
  const none = response.classifications.find(({ intent }) => intent === NONE)?.score ?? 0;
  return {
    ranked: response.classifications
      .filter(({ intent }) => intent !== NONE)
      .map(({ intent, score }) => ({ label: intent, probability: score })),
    outOfScope: response.intent === NONE ? Math.max(none, 0.5) : none,
    outcome: response.intent === NONE ? 'out_of_scope' : 'matched',
  };
}
