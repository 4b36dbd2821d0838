import type { UnhandledQuery } from './conversation-views.ts';
import { isMadeUp } from './made-up.ts';
import { unitVector } from './sentence-vectors.ts';

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

interface Cluster {
  language: string;
  /** The sum of its members' unit vectors, and its length. */
  sum: Float32Array;
  length: number;
  queries: UnhandledQuery[];
}

/**
 * Groups queries by what they mean, the largest groups first. Each joins the group whose middle is nearest, or begins
 * one; then all are put once more where they are nearest, so that the order in which they came matters little.
 */
export function groupUnhandled(queries: readonly UnhandledQuery[]): UnhandledGroup[] {
  const vectors = new Map(queries.map((query) => [query, unitVector(query.vector)]));
  const clusters: Cluster[] = [];
  for (const [query, vector] of vectors) {
    const nearest = nearestOf(clusters, query.language, vector);
    if (nearest !== undefined) join(nearest, query, vector);
    else clusters.push(join(empty(query, vector), query, vector));
  }
  const middles = clusters.map((cluster): Cluster => ({ ...cluster, queries: [] }));
  for (const [query, vector] of vectors) {
    const nearest = nearestOf(middles, query.language, vector);
    if (nearest !== undefined) nearest.queries.push(query);
    else middles.push(join(empty(query, vector), query, vector));
  }
  return middles
    .filter(({ queries: members }) => members.length > 0)
    .map(groupOf)
    .sort((left, right) => right.count - left.count || right.lastAt - left.lastAt);
}

const empty = ({ language }: { language: string }, { length }: Float32Array): Cluster => ({
  language,
  sum: new Float32Array(length),
  length: 0,
  queries: [],
});

function join(cluster: Cluster, query: UnhandledQuery, vector: Float32Array): Cluster {
  const { sum } = cluster;
  let squares = 0;
  for (let at = 0; at < sum.length; at += 1) {
    const number = (sum[at] ?? 0) + (vector[at] ?? 0);
    sum[at] = number;
    squares += number * number;
  }
  cluster.length = Math.sqrt(squares);
  cluster.queries.push(query);
  return cluster;
}

function nearestOf(
  clusters: readonly Cluster[],
  language: string,
  vector: Float32Array,
): Cluster | undefined {
  let best: Cluster | undefined;
  let bestScore = NEAR;
  const end = Math.min(clusters.length, MAX_COMPARED);
  for (let index = 0; index < end; index += 1) {
    const cluster = clusters[index];
    if (cluster?.language !== language || cluster.sum.length !== vector.length) continue;
    const score = product(cluster.sum, vector) / (cluster.length || 1);
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
