import { setImmediate } from 'node:timers/promises';
import type { ListedOutcome } from './conversations.ts';
import { type CountedQueries, merge, sessionsOf } from './counted-queries.ts';
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
  turns: { sessionId: string; qid: string; ordinal: number | null; at: number }[];
  count: number;
  /** How many sessions the queries come from; an estimate where there are many. */
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
/** How many groups a query is compared with. Beyond this number, each query becomes a group of its own. */
const MAX_COMPARED = 500;
/**
 * Tolerance between the cosine of two sketches and that of their vectors: two standard deviations at the threshold.
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

interface Cluster {
  /** Only queries that are equal in this are grouped together. */
  kind: string;
  /** Sums of the members' vectors and of their sketches, and the length of the first sum. */
  sum: Vectors;
  length: number;
  members: CountedQueries[];
}

/** A member of a cluster, with its vectors. */
interface Member {
  counted: CountedQueries;
  kind: string;
  vectors: Vectors;
}

/** Groups queries by outcome, language, slot and meaning, largest groups first. */
export async function groupUnhandled(queries: readonly CountedQueries[]): Promise<UnhandledGroup[]> {
  const clusters = await clustersOf(queries, ({ language, outcome, slot }) => [language, outcome, slot]);
  return clusters
    .map((members) => groupOf(merge(members)))
    .sort((left, right) => right.count - left.count || right.lastAt - left.lastAt);
}

/** Groups queries as `groupUnhandled`, but those of each version and application apart. */
export async function condense(queries: readonly CountedQueries[]): Promise<CountedQueries[]> {
  const clusters = await clustersOf(queries, ({ language, outcome, slot, versionId, application }) => [
    language,
    outcome,
    slot,
    versionId,
    application,
  ]);
  return clusters.map(merge);
}

/**
 * Each query joins the group with the nearest centroid, or begins a new one. A second pass reassigns every query, so
 * that the input's order matters little.
 */
async function clustersOf(
  queries: readonly CountedQueries[],
  kindOf: (counted: CountedQueries) => unknown[],
): Promise<CountedQueries[][]> {
  const members: Member[] = [];
  await inChunks(queries, (counted) => {
    const whole = unitVector(counted.direction, counted.length);
    const kind = JSON.stringify(kindOf(counted));
    members.push({ counted, kind, vectors: { whole, sketch: sketchOf(whole) } });
  });
  const clusters: Cluster[] = [];
  await inChunks(members, (member) => {
    const nearest = nearestOf(clusters, member);
    if (nearest !== undefined) join(nearest, member);
    else clusters.push(join(empty(member), member));
  });
  const middles = clusters.map((cluster): Cluster => ({ ...cluster, members: [] }));
  await inChunks(members, (member) => {
    const nearest = nearestOf(middles, member);
    if (nearest !== undefined) nearest.members.push(member.counted);
    else middles.push(join(empty(member), member));
  });
  return middles.map(({ members }) => members).filter(({ length }) => length > 0);
}

/** Processes items in chunks, and lets other work run between them. */
async function inChunks<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % CHUNK === 0) await setImmediate();
  }
}

const empty = ({ kind, vectors: { whole } }: Member): Cluster => ({
  kind,
  sum: { whole: new Float32Array(whole.length), sketch: new Float32Array(SKETCH_WIDTH) },
  length: 0,
  members: [],
});

function join(cluster: Cluster, { counted, vectors: { whole, sketch } }: Member): Cluster {
  const { sum } = cluster;
  add(sum.whole, whole);
  add(sum.sketch, sketch);
  cluster.length = Math.sqrt(product(sum.whole, sum.whole));
  cluster.members.push(counted);
  return cluster;
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
}

function nearestOf(clusters: readonly Cluster[], { kind, counted, vectors }: Member): Cluster | undefined {
  let best: Cluster | undefined;
  let bestScore = NEAR;
  const end = Math.min(clusters.length, MAX_COMPARED);
  for (let index = 0; index < end; index += 1) {
    const cluster = clusters[index];
    if (cluster === undefined || cluster.kind !== kind) continue;
    if (cluster.sum.whole.length !== vectors.whole.length) continue;
    const length = (cluster.length || 1) * (counted.length || 1);
    if (product(cluster.sum.sketch, vectors.sketch) / length < bestScore - SKETCH_ERROR) continue;
    const score = product(cluster.sum.whole, vectors.whole) / length;
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

const groupOf = (counted: CountedQueries): UnhandledGroup => ({
  outcome: counted.outcome,
  language: counted.language,
  slot: counted.slot,
  question: counted.questions[0]?.[0] ?? null,
  days: counted.days
    .map(([day, count]) => ({ day, count }))
    .sort((left, right) => (left.day < right.day ? -1 : 1)),
  turns: counted.turns.map(({ sessionId, qid, ordinal, at }) => ({ sessionId, qid, ordinal, at })),
  count: counted.count,
  sessions: sessionsOf(counted),
  madeUp: counted.madeUp,
  examples: counted.phrases.slice(0, MAX_EXAMPLES).map(({ text }) => text),
  nearest: counted.labels
    .slice(0, MAX_NEAREST)
    .map(([label, sum]) => ({ label, probability: sum / counted.count })),
  lastAt: counted.lastAt,
});
