import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_IN_ENTITIES } from '../engine/built-in-entities.ts';
import { BenchError, readArguments, runBench, wholeNumber } from './command.ts';
import { Comparison, type Counts, mostCommonShapes, told, VERDICTS } from './readings/comparison.ts';
import type { Order, Reply } from './readings/messages.ts';
import { missingIn } from './readings/modules.ts';
import {
  distinct,
  type Sentence,
  sentencesOfData,
  sentencesOfTalks,
  talkNames,
} from './readings/sentences.ts';
import { report } from './report.ts';
import { CheckoutProcess } from './support/checkout-process.ts';
import { printTable } from './support/table.ts';

const USAGE = 'usage: --against FOLDER [--data DATA] [--limit N], or --smoke';

const ROOT = path.resolve(fileURLToPath(new URL('..', import.meta.url)));
const READER = fileURLToPath(new URL('readings/reader.ts', import.meta.url));

/** Conversations of a smoke run, one file for each of their languages. */
const SMOKE_TALKS = ['bicis', 'friseur', 'gym', 'thermes'];
/** Sentences that a reader is sent at once. */
const BATCH = 500;
/** Shapes of differences that are printed if `--limit` does not say how many. */
const USUAL_LIMIT = '40';

/** A checkout whose recognisers read sentences. */
type Reader = CheckoutProcess<Order, Reply>;

const startReader = (root: string): Promise<Reader> => CheckoutProcess.start(READER, root);

/** CPU milliseconds that each checkout took. */
interface Cost {
  here: number;
  there: number;
}

async function compareAll(
  here: Reader,
  there: Reader,
  sentences: readonly Sentence[],
): Promise<{ comparison: Comparison; cost: Cost }> {
  const comparison = new Comparison(BUILT_IN_ENTITIES);
  const cost: Cost = { here: 0, there: 0 };
  for (let from = 0; from < sentences.length; from += BATCH) {
    const order = { entities: BUILT_IN_ENTITIES, sentences: sentences.slice(from, from + BATCH) };
    const [ours, theirs] = await Promise.all([here.send(order), there.send(order)]);
    cost.here += ours.cpuMs;
    cost.there += theirs.cpuMs;
    for (const [index, sentence] of order.sentences.entries())
      comparison.add(sentence, ours.readings[index] ?? {}, theirs.readings[index] ?? {});
  }
  return { comparison, cost };
}

const sumOf = (counts: Counts): number => VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);

function printCounts({ counts }: Comparison): void {
  const rows = [...counts]
    .filter(([, own]) => sumOf(own) > 0)
    .map(([entity, own]) => [entity, sumOf(own), ...VERDICTS.map((verdict) => own[verdict])]);
  const headings = ['entity', 'sentences', ...VERDICTS.map((verdict) => verdict.replace('_', ' '))];
  printTable('Sentences with a reading, by entity', headings, rows);
}

function printDifferences({ differences }: Comparison, limit: number): void {
  for (const { entity, differences: alike } of mostCommonShapes(differences, BUILT_IN_ENTITIES, limit)) {
    const [first, ...more] = alike;
    if (first === undefined) continue;
    const { text, language } = first.sentence;
    const { here, there } = told(first);
    const others = more.length > 0 ? `, and ${more.length} like it` : '';
    process.stdout.write(`\n  ${entity}, ${language}: ${text.replace(/\s+/g, ' ')}${others}\n`);
    process.stdout.write(`    here:  ${here}\n    there: ${there}\n`);
  }
}

/**
 * `npm run bench -- readings --against FOLDER [--data DATA] [--limit N]`: what the recognisers of the built-in
 * entities read in many sentences, in this checkout and in another one, whose dependencies are installed. A checkout's
 * readings of an entity in a sentence are equal if words, values and all other fields are. Prints the counts by entity,
 * the CPU time of both checkouts, and a sentence of each shape of difference, at most N of them (40). The sentences are
 * those of `talks`, and of the data sets in DATA. `--smoke` compares this checkout with itself in some of the talks.
 */
await runBench(async () => {
  const { against, data, limit, smoke } = readArguments({
    options: {
      against: { type: 'string' },
      data: { type: 'string' },
      limit: { type: 'string', default: USUAL_LIMIT },
      smoke: { type: 'boolean', default: false },
    },
  }).values;
  if (against === undefined && !smoke) throw new BenchError(USAGE);
  const other = smoke ? ROOT : path.resolve(against ?? '');
  const most = wholeNumber(limit);
  const [missing] = missingIn(other);
  if (missing !== undefined) throw new BenchError(`${other} has no ${missing}`);
  const here = await startReader(ROOT);
  try {
    const there = await startReader(other);
    try {
      const talks = await sentencesOfTalks(smoke ? SMOKE_TALKS : talkNames());
      const sentences = distinct([...talks, ...(data === undefined ? [] : sentencesOfData(data))]);
      const { comparison, cost } = await compareAll(here, there, sentences);
      reportAll(comparison, cost, { sentences: sentences.length, most, roots: [here.root, there.root] });
    } finally {
      there.stop();
    }
  } finally {
    here.stop();
  }
});

function reportAll(
  comparison: Comparison,
  cost: Cost,
  { sentences, most, roots }: { sentences: number; most: number; roots: readonly [string, string] },
): void {
  const perThousand = (milliseconds: number) => (milliseconds / sentences) * 1000;
  const [ours, theirs] = [perThousand(cost.here), perThousand(cost.there)];
  printCounts(comparison);
  printTable(
    'CPU time',
    ['checkout', 'sentences', 'ms per thousand'],
    [
      [roots[0], sentences, ours],
      [roots[1], sentences, theirs],
    ],
  );
  printDifferences(comparison, most);
  const all = [...comparison.counts.values()];
  const total = (verdict: (typeof VERDICTS)[number]) => all.reduce((sum, counts) => sum + counts[verdict], 0);
  report({
    sentences,
    equal: total('equal'),
    only_here: total('only_here'),
    only_there: total('only_there'),
    differing: total('differing'),
    ms_per_thousand_here: ours,
    ms_per_thousand_there: theirs,
  });
}
