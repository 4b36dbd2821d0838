import { setImmediate } from 'node:timers/promises';
import type { UnhandledQuery } from './conversation-views.ts';
import { isMadeUp } from './made-up.ts';
import { SKETCH_WIDTH, sketchOf, unitVector } from './sentence-vectors.ts';

/** Queries that mean about the same. */
export interface UnhandledGroup {
  language: string;
  count: number;
  /** The number of sessions that the queries are of. */
  sessions: number;
  /** The number of queries that nobody said: they are made up. */
  madeUp: number;
  /** Different ones, those that were said most often first. */
  examples: string[];
  /** The labels that came nearest, by their mean probability. */
  nearest: { label: string; probability: number }[];
  /** The time of the last query, in milliseconds since the epoch. */
  lastAt: number;
}

/** The least cosine between a query and a group's middle with which it belongs to the group. */
const NEAR = 0.62;
const MAX_EXAMPLES = 10;
const MAX_NEAREST = 3;
/** Groups that a query is compared with; beyond them each query is a group of its own. */
const MAX_COMPARED = 500;
/**
 * The cosine of two sketches is within this of that of their vectors: 3.5 times its standard deviation at the threshold.
 * Only what can be near by its sketch is compared whole, which is an eighth of the work.
 */
const SKETCH_ERROR = 0.3;
/** Queries that are grouped before the process may do something else. */
const CHUNK = 100;

/** A direction, and a few numbers that tell about where it points. */
interface Vectors {
  whole: Float32Array;
  sketch: Float32Array;
}

interface Cluster {
  language: string;
  /** The sums of its members' unit vectors and of their sketches, and the length of the first. */
  sum: Vectors;
  length: number;
  queries: UnhandledQuery[];
}

/**
 * Groups queries by what they mean, the largest groups first. Each joins the group whose middle is nearest, or begins
 * one; then all are put once more where they are nearest, so that the order in which they came matters little.
 */
export async function groupUnhandled(queries: readonly UnhandledQuery[]): Promise<UnhandledGroup[]> {
  const vectors = new Map<UnhandledQuery, Vectors>();
  await inChunks(queries, (query) => {
    const whole = unitVector(query.vector);
    vectors.set(query, { whole, sketch: sketchOf(whole) });
  });
  const clusters: Cluster[] = [];
  await inChunks(vectors, ([query, vector]) => {
    const nearest = nearestOf(clusters, query.language, vector);
    if (nearest !== undefined) join(nearest, query, vector);
    else clusters.push(join(empty(query, vector), query, vector));
  });
  const middles = clusters.map((cluster): Cluster => ({ ...cluster, queries: [] }));
  await inChunks(vectors, ([query, vector]) => {
    const nearest = nearestOf(middles, query.language, vector);
    if (nearest !== undefined) nearest.queries.push(query);
    else middles.push(join(empty(query, vector), query, vector));
  });
  return middles
    .filter(({ queries: members }) => members.length > 0)
    .map(groupOf)
    .sort((left, right) => right.count - left.count || right.lastAt - left.lastAt);
}

/** Does the work of each item, and lets others have their turn in between. */
async function inChunks<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % CHUNK === 0) await setImmediate();
  }
}

const empty = ({ language }: { language: string }, { whole }: Vectors): Cluster => ({
  language,
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

function nearestOf(clusters: readonly Cluster[], language: string, vector: Vectors): Cluster | undefined {
  let best: Cluster | undefined;
  let bestScore = NEAR;
  const end = Math.min(clusters.length, MAX_COMPARED);
  for (let index = 0; index < end; index += 1) {
    const cluster = clusters[index];
    if (cluster?.language !== language || cluster.sum.whole.length !== vector.whole.length) continue;
    const length = cluster.length || 1;
    if (product(cluster.sum.sketch, vector.sketch) / length < bestScore - SKETCH_ERROR) continue;
    const score = product(cluster.sum.whole, vector.whole) / length;
    if (score < bestScore) continue;
    best = cluster;
    bestScore = score;
  }
  return best;
}

function product(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

function groupOf({ language, queries }: Cluster): UnhandledGroup {
  const said = new Map<string, { text: string; count: number }>();
  const labels = new Map<string, number>();
  for (const { query, nearest } of queries) {
    const key = query.trim().toLowerCase();
    const known = said.get(key);
    said.set(key, { text: known?.text ?? query.trim(), count: (known?.count ?? 0) + 1 });
    for (const { label, probability } of nearest) labels.set(label, (labels.get(label) ?? 0) + probability);
  }
  return {
    language,
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
    lastAt: Math.max(...queries.map(({ at }) => at)),
  };
}

/** Queries that are grouped at once, at most: the latest. */
export const MAX_GROUPED = 10_000;
