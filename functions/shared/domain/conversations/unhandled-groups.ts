import { setImmediate } from 'node:timers/promises';
import { dayOf } from '../days.ts';
import type { UnhandledQuery } from './conversation-views.ts';
import type { ListedOutcome } from './conversations.ts';
import { isMadeUp } from './made-up.ts';
import { SKETCH_WIDTH, sketchOf, unitVector } from './sentence-vectors.ts';

/** Queries of similar meaning, with the same outcome. */
export interface UnhandledGroup {
  outcome: ListedOutcome;
  language: string;
  /** The slot whose value was refused or not read, or null. */
  slot: string | null;
  /** The assistant's most frequent words before the queries. */
  question: string | null;
  /** Queries by day, the earliest first. */
  days: { day: string; count: number }[];
  /** The latest turns, latest first. */
  turns: Pick<UnhandledQuery, 'sessionId' | 'qid' | 'ordinal' | 'at'>[];
  count: number;
  /** How many sessions the queries come from. */
  sessions: number;
  /** How many of the queries are made up. */
  madeUp: number;
  /** Distinct queries, most frequent first. */
  examples: string[];
  /** The nearest labels, by mean probability. */
  nearest: { label: string; probability: number }[];
  /** The time of the last query, in milliseconds since the epoch. */
  lastAt: number;
}

/** True if a label may answer the group's queries: a refused value was understood. */
export const mayBeUtterances = ({ outcome }: UnhandledGroup): boolean => outcome !== 'value_refused';

/** The minimum cosine between a query and the centroid of its group. */
const NEAR = 0.62;
const MAX_EXAMPLES = 10;
const MAX_NEAREST = 3;
const MAX_TURNS = 20;
/** How many groups a query is compared with. Beyond this number, each query becomes a group of its own. */
const MAX_COMPARED = 500;
/**
 * Tolerance between the cosine of two sketches and that of their vectors: 3.5 standard deviations at the threshold.
 * Only pairs within it are compared whole, which saves seven eighths of the work.
 */
const SKETCH_ERROR = 0.3;
/** Queries grouped before other work may run. */
const CHUNK = 100;

/** A whole vector and its sketch. */
interface Vectors {
  whole: Float32Array;
  sketch: Float32Array;
}

interface Cluster extends Pick<UnhandledQuery, 'language' | 'outcome' | 'slot'> {
  /** Sums of the members' unit vectors and of their sketches, and the length of the first sum. */
  sum: Vectors;
  length: number;
  queries: UnhandledQuery[];
}

/**
 * Groups queries by meaning, largest groups first. Each query joins the group with the nearest centroid, or begins a
 * new one. A second pass reassigns every query, so that the input's order matters little.
 */
export async function groupUnhandled(queries: readonly UnhandledQuery[]): Promise<UnhandledGroup[]> {
  const vectors = new Map<UnhandledQuery, Vectors>();
  await inChunks(queries, (query) => {
    const whole = unitVector(query.vector);
    vectors.set(query, { whole, sketch: sketchOf(whole) });
  });
  const clusters: Cluster[] = [];
  await inChunks(vectors, ([query, vector]) => {
    const nearest = nearestOf(clusters, query, vector);
    if (nearest !== undefined) join(nearest, query, vector);
    else clusters.push(join(empty(query, vector), query, vector));
  });
  const middles = clusters.map((cluster): Cluster => ({ ...cluster, queries: [] }));
  await inChunks(vectors, ([query, vector]) => {
    const nearest = nearestOf(middles, query, vector);
    if (nearest !== undefined) nearest.queries.push(query);
    else middles.push(join(empty(query, vector), query, vector));
  });
  return middles
    .filter(({ queries: members }) => members.length > 0)
    .map(groupOf)
    .sort((left, right) => right.count - left.count || right.lastAt - left.lastAt);
}

/** Only queries that are equal in all these fields are grouped together. */
type Kind = Pick<UnhandledQuery, 'language' | 'outcome' | 'slot'>;

/** Processes items in chunks, and lets other work run between them. */
async function inChunks<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % CHUNK === 0) await setImmediate();
  }
}

const empty = ({ language, outcome, slot }: Kind, { whole }: Vectors): Cluster => ({
  language,
  outcome,
  slot,
  sum: { whole: new Float32Array(whole.length), sketch: new Float32Array(SKETCH_WIDTH) },
  length: 0,
  queries: [],
});

function join(cluster: Cluster, query: UnhandledQuery, { whole, sketch }: Vectors): Cluster {
  const { sum } = cluster;
  add(sum.whole, whole);
  add(sum.sketch, sketch);
  cluster.length = Math.sqrt(product(sum.whole, sum.whole));
  cluster.queries.push(query);
  return cluster;
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
}

function nearestOf(clusters: readonly Cluster[], query: Kind, vector: Vectors): Cluster | undefined {
  let best: Cluster | undefined;
  let bestScore = NEAR;
  const end = Math.min(clusters.length, MAX_COMPARED);
  for (let index = 0; index < end; index += 1) {
    const cluster = clusters[index];
    if (cluster === undefined || !isOfKind(cluster, query)) continue;
    if (cluster.sum.whole.length !== vector.whole.length) continue;
    const length = cluster.length || 1;
    if (product(cluster.sum.sketch, vector.sketch) / length < bestScore - SKETCH_ERROR) continue;
    const score = product(cluster.sum.whole, vector.whole) / length;
    if (score < bestScore) continue;
    best = cluster;
    bestScore = score;
  }
  return best;
}

const isOfKind = (left: Kind, right: Kind): boolean =>
  left.language === right.language && left.outcome === right.outcome && left.slot === right.slot;

function product(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

function groupOf({ language, outcome, slot, queries }: Cluster): UnhandledGroup {
  const said = new Map<string, { text: string; count: number }>();
  const labels = new Map<string, number>();
  for (const { query, nearest } of queries) {
    const key = query.trim().toLowerCase();
    const known = said.get(key);
    said.set(key, { text: known?.text ?? query.trim(), count: (known?.count ?? 0) + 1 });
    for (const { label, probability } of nearest) labels.set(label, (labels.get(label) ?? 0) + probability);
  }
  const latest = queries.toSorted((left, right) => right.at - left.at);
  return {
    outcome,
    language,
    slot,
    question: mostFrequent(queries.flatMap(({ question }) => question ?? [])),
    days: [...Map.groupBy(latest.toReversed(), ({ at }) => dayOf(at))].map(([day, { length }]) => ({
      day,
      count: length,
    })),
    turns: latest
      .slice(0, MAX_TURNS)
      .map(({ sessionId, qid, ordinal, at }) => ({ sessionId, qid, ordinal, at })),
    count: queries.length,
    sessions: new Set(queries.map(({ sessionId }) => sessionId)).size,
    madeUp: queries.filter(({ application }) => isMadeUp(application)).length,
    examples: [...said.values()]
      .sort((left, right) => right.count - left.count)
      .slice(0, MAX_EXAMPLES)
      .map(({ text }) => text),
    nearest: [...labels]
      .map(([label, sum]) => ({ label, probability: sum / queries.length }))
      .sort((left, right) => right.probability - left.probability)
      .slice(0, MAX_NEAREST),
    lastAt: latest[0]?.at ?? 0,
  };
}

/** Null if there are none. */
const mostFrequent = (texts: readonly string[]): string | null =>
  [...Map.groupBy(texts, (text) => text)].reduce<[string | null, number]>(
    (most, [text, { length }]) => (length > most[1] ? [text, length] : most),
    [null, 0],
  )[0];

/** The most queries that are grouped; the latest ones are taken. */
export const MAX_GROUPED = 10_000;
