import { BenchError, runBench } from './command.ts';

/** All benchmarks by name. */
const BENCHMARKS: Readonly<Record<string, () => Promise<unknown>>> = {
  acts: () => import('./acts.ts'),
  assistants: () => import('./assistants.ts'),
  bulkheads: () => import('./bulkheads.ts'),
  conversations: () => import('./conversations.ts'),
  cost: () => import('./cost/run.ts'),
  dialogues: () => import('./dialogues.ts'),
  encoder: () => import('./encoder.ts'),
  faq: () => import('./faq.ts'),
  'faq-certainty': () => import('./faq-certainty.ts'),
  faults: () => import('./faults/run.ts'),
  interruptions: () => import('./interruptions.ts'),
  lambda: () => import('./lambda/run.ts'),
  load: () => import('./load.ts'),
  neighbours: () => import('./neighbours/run.ts'),
  nlu: () => import('./nlu.ts'),
  oauth: () => import('./oauth/run.ts'),
  peers: () => import('./peers.ts'),
  readings: () => import('./readings.ts'),
  replies: () => import('./replies.ts'),
  service: () => import('./service.ts'),
  slots: () => import('./slots.ts'),
  slow: () => import('./slow.ts'),
  spans: () => import('./spans.ts'),
  star: () => import('./star.ts'),
  talks: () => import('./talks.ts'),
  turns: () => import('./turns.ts'),
  unhandled: () => import('./unhandled.ts'),
  values: () => import('./values.ts'),
  waiting: () => import('./waiting/run.ts'),
};

/** `npm run bench -- NAME …`: runs a benchmark with its arguments; default `service`. */
const [, , first = ''] = process.argv;
const isNamed = first !== '' && !first.startsWith('-');
const name = isNamed ? first : 'service';
const start = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
if (start === undefined) {
  await runBench(async () => {
    throw new BenchError(`Unknown benchmark ${name}. Available: ${Object.keys(BENCHMARKS).join(', ')}`);
  });
} else {
  // Each benchmark reads its own arguments.
  if (isNamed) process.argv.splice(2, 1);
  await start();
}
