import { performance } from 'node:perf_hooks';
import { buildCollection } from '../functions/shared/engine/faq/build.ts';
import { loadCollection } from '../functions/shared/engine/faq/collection.ts';
import type { FaqDocument } from '../functions/shared/engine/faq/document.ts';
import { OUT_OF_SCOPE_ROWS } from '../functions/shared/engine/out-of-scope-rows.ts';
import { seededRandom } from '../functions/shared/engine/random.ts';

/**
 * `npm run bench:faq`: what a collection of generated documents weighs and how fast it answers, on one core.
 * `-- 1000` takes another number of documents than 10,000.
 */
const documentCount = Number(process.argv[2] ?? 10_000);
const QUERIES = 500;
const random = seededRandom(1);

/** Words are as unevenly common as in a language (Zipf), so that some lists are as long as the collection. */
const SYLLABLES =
  'ba be bi do du fa fi go ha ka ke la lo ma mi na no pa po ra ri sa se ta ti to va vo za zu'.split(' ');
const VOCABULARY = Array.from({ length: 30_000 }, (_, index) =>
  Array.from(String(index + 900), (digit) => SYLLABLES[(Number(digit) * 7 + index) % SYLLABLES.length]).join(
    '',
  ),
);
const word = (): string => VOCABULARY[Math.floor(VOCABULARY.length ** random())] ?? 'ba';
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

const documents = Array.from(
  { length: documentCount },
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
const [bytes, buildMs] = timed(() =>
  buildCollection(documents, { defaultLanguage: 'en', unrelated: { en: OUT_OF_SCOPE_ROWS } }),
);
const [collection, loadMs] = timed(() => loadCollection(bytes));

function measure(name: string, filters?: Record<string, string[]>): void {
  const times = Array.from({ length: QUERIES }, () => {
    const query = `how do i ${words(8)}`;
    return timed(() => collection.search(query, { language: 'en', topK: 3, filters }))[1];
  }).sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor(share * QUERIES)] ?? 0).toFixed(2)} ms`;
  process.stdout.write(`${name.padEnd(24)} p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}\n`);
}

process.stdout.write(
  `${collection.header.documents} documents, ${collection.header.passages} passages: ` +
    `${(bytes.length / 1e6).toFixed(1)} MB, built in ${(buildMs / 1000).toFixed(1)} s, loaded in ${loadMs.toFixed(1)} ms\n`,
);
measure('without filters');
measure('one filter', { product: ['product-3'] });
measure('two filters', { product: ['product-3', 'product-5'], tags: ['tag-3', 'tag-17'] });
