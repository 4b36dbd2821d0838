import type { Invocation } from './invocations.ts';

/** Milliseconds of a round trip to a store or a server in the same region. */
const ROUND_TRIP_MS = 5;

/** Milliseconds of a query as Lambda would take them, whatever else this machine does. */
export interface ReckonedTime {
  all: number;
  /** The authorizer's and the function's processor time. */
  cpu: number;
  /** Round trips, one after another. */
  rounds: number;
  /** Timers, and calls that were not answered. */
  waited: number;
  /** Time without a free environment. */
  queued: number;
}

/**
 * The time of each query by its request id: the processor time of its two functions, its round trips at a fixed time
 * each, what it waited for without a call under way, and how long all environments were busy.
 * @param environments of each function
 */
export function reckonedTimes(
  invocations: ReadonlyMap<string, readonly Invocation[]>,
  environments: number,
): ReadonlyMap<string, ReckonedTime> {
  const times = new Map<string, ReckonedTime>();
  const queries = invocations.get('query') ?? [];
  const authorized = new Map((invocations.get('authorizer') ?? []).map((each) => [each.requestId, each]));
  for (const query of queries) {
    const authorizer = authorized.get(query.requestId);
    const parts = authorizer === undefined ? [query] : [authorizer, query];
    const cpu = sumOf(parts.map((part) => part.cpu));
    const rounds = ROUND_TRIP_MS * sumOf(parts.map((part) => part.rounds));
    const waited = sumOf(parts.map((part) => part.waited));
    const asksAt = authorizer?.to ?? query.from;
    const busy = queries.filter(({ from, to }) => from < asksAt && asksAt < to).length;
    const queued = busy < environments ? 0 : query.from - asksAt;
    times.set(query.requestId, { all: cpu + rounds + waited + queued, cpu, rounds, waited, queued });
  }
  return times;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
