import { performance } from 'node:perf_hooks';
import { loadEncoder, WIDTH } from '../engine/classify/encoder/encoder.ts';
import { type FaqCollection, loadCollection } from '../engine/faq/collection.ts';
import type { Embed, FaqDocument } from '../engine/faq/document.ts';
import { kernelComparer } from '../engine/faq/vectors.ts';
import { outOfScopeRows } from '../engine/language/training.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import { buildCollection } from '../engine/train/faq.ts';
import { seededRandom } from '../engine/train/random.ts';
import { runBench, wholeNumber } from './command.ts';
import { compareRetrieval } from './support/faq-questions.ts';

/**
 * `npm run bench -- faq`: the size and speed of a collection of generated documents, on one core, with words only and
 * with vectors (random ones, since encoding so many passages takes minutes; that time is reported); then answers from
 * the bank's help. `-- 1000` sets the number of documents, by default 10,000.
 */
const QUERIES = 500;
const random = seededRandom(1);

/** Word frequencies are as uneven as in a language (Zipf), so that some lists are as long as the collection. */
const SYLLABLES =
  'ba be bi do du fa fi go ha ka ke la lo ma mi na no pa po ra ri sa se ta ti to va vo za zu'.split(' ');
const VOCABULARY = Array.from({ length: 30_000 }, (_, index) =>
  Array.from(String(index + 900), (digit) => SYLLABLES[(Number(digit) * 7 + index) % SYLLABLES.length]).join(
    '',
  ),
);
const word = (): string => VOCABULARY[Math.floor(VOCABULARY.length ** random())] ?? 'ba';
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

const documentsOf = (count: number): FaqDocument[] =>
  Array.from(
    { length: count },
    (_, number): FaqDocument => ({
      title: words(6),
      source: `document-${number}.md`,
      tags: [`tag-${number % 50}`],
      language: null,
      metadata: { product: [`product-${number % 7}`] },
      content: Array.from({ length: 3 }, () => `## ${words(4)}\n\n${words(60)}.`).join('\n\n'),
      answer: null,
    }),
  );

const timed = <Value>(work: () => Value): [Value, number] => {
  const from = performance.now();
  const value = work();
  return [value, performance.now() - from];
};
const vector = (): Float32Array => Float32Array.from({ length: WIDTH }, () => random() - 0.5);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function measure(
  collection: FaqCollection,
  name: string,
  embed?: Embed,
  filters?: Record<string, string[]>,
): void {
  const used = process.cpuUsage().user;
  const times = Array.from({ length: QUERIES }, () => {
    const query = `how do i ${words(8)}`;
    return timed(() => collection.search(query, { language: 'en', topK: 3, filters, embed }))[1];
  }).sort((a, b) => a - b);
  const cpu = (process.cpuUsage().user - used) / 1000 / QUERIES;
  const at = (share: number) => `${(times[Math.floor(share * QUERIES)] ?? 0).toFixed(2)} ms`;
  print(
    `  ${name.padEnd(24)} p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  processor ${cpu.toFixed(2)} ms`,
  );
}

await runBench(async () => {
  const documents = documentsOf(wholeNumber(process.argv[2] ?? '10000'));
  await buildEncoder();
  const known = vector();
  for (const embeds of [false, true]) {
    const options = {
      defaultLanguage: 'en',
      ...(embeds && { embed: () => (texts: readonly string[]) => texts.map(vector) }),
    };
    const [bytes, buildMs] = timed(() =>
      buildCollection(documents, { ...options, unrelated: { en: outOfScopeRows('en') } }),
    );
    const comparer = kernelComparer(() => ENCODER_DIRECTORY);
    const [collection, loadMs] = timed(() => loadCollection(bytes, comparer));
    const embed = embeds ? () => known : undefined;
    const [, firstMs] = timed(() => collection.search('first', { language: 'en', topK: 3, embed }));
    print(
      `${embeds ? 'words and meaning' : 'words alone'}: ${collection.header.documents} documents, ${collection.header.passages} passages, ` +
        `${(bytes.length / 1e6).toFixed(1)} MB, built in ${(buildMs / 1000).toFixed(1)} s, loaded in ${loadMs.toFixed(1)} ms, first query ${firstMs.toFixed(1)} ms`,
    );
    measure(collection, 'without filters', embed);
    measure(collection, 'one filter', embed, { product: ['product-3'] });
    measure(collection, 'two filters', embed, {
      product: ['product-3', 'product-5'],
      tags: ['tag-3', 'tag-17'],
    });
  }

  const encoder = loadEncoder(ENCODER_DIRECTORY);
  const sample = outOfScopeRows('en')
    .slice(0, 192)
    .map((_, index, rows) =>
      Array.from({ length: 7 }, (__, more) => rows[(index + more) % rows.length]).join('. '),
    );
  const before = process.cpuUsage().user;
  const pieces = sample.reduce((sum, text) => sum + encoder.tokenizer.encode(text).length, 0);
  for (const means of encoder.meansOfAll(sample))
    if (means.length === 0) throw new Error('no text was encoded');
  const milliseconds = (process.cpuUsage().user - before) / 1000 / sample.length;
  print(
    `encoding a passage of ${Math.round(pieces / sample.length)} word pieces: ${milliseconds.toFixed(1)} ms, 30,000 of them ${((milliseconds * 30_000) / 60_000).toFixed(1)} min`,
  );
  await compareRetrieval(print);
});
