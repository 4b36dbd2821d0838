import { daysBetween } from '../days.ts';
import type { DayCounts } from './conversation-views.ts';
import { RATINGS, SESSION_OUTCOMES, TURN_OUTCOMES } from './conversations.ts';
import { isMadeUp } from './made-up.ts';

/** Figures of one day, or of all days together. */
export interface Insight {
  sessions: number;
  turns: number;
  sessionOutcomes: Record<string, number>;
  turnOutcomes: Record<string, number>;
  /** Turns by answering competency and by language. */
  competencies: Record<string, number>;
  languages: Record<string, number>;
  feedback: Record<string, number>;
  /** Share of contained sessions, 0…1; null without sessions. */
  containment: number | null;
  milliseconds: Percentiles | null;
  businessLogic: { calls: number; failed: number; milliseconds: Percentiles | null };
}

/** Made-up sessions of one application. */
export interface MadeUpSessions {
  application: string;
  sessions: number;
}

/** Median and 99th percentile in milliseconds. Read from buckets, so up to a fifth too high. */
export interface Percentiles {
  p50: number;
  p99: number;
}

type Counts = Readonly<Record<string, number>>;

/**
 * Sums up counters by day, latest first, and in total. Made-up conversations count only if their application is
 * requested; `madeUp` lists them.
 * @param bucketEnd the upper bound of a bucket
 */
export function insightsOf(
  counted: readonly DayCounts[],
  {
    from,
    to,
    versionId,
    application,
  }: { from: string; to: string; versionId?: string; application?: string },
  bucketEnd: (bucket: number) => number,
): { days: ({ day: string } & Insight)[]; total: Insight; madeUp: MadeUpSessions[] } {
  const ofVersion = counted.filter((counters) => versionId === undefined || counters.versionId === versionId);
  const wanted = ofVersion.filter((counters) =>
    application === undefined ? !isMadeUp(counters.application) : counters.application === application,
  );
  const days = daysBetween(from, to).map((day) => ({
    day,
    ...insightOf(sumOf(wanted.filter((counters) => counters.day === day)), bucketEnd),
  }));
  return { days, total: insightOf(sumOf(wanted), bucketEnd), madeUp: madeUpIn(ofVersion) };
}

/** Counts made-up sessions by application, sorted by name. */
function madeUpIn(counted: readonly DayCounts[]): MadeUpSessions[] {
  const sessions = new Map<string, number>();
  for (const { application, counts } of counted) {
    if (application === undefined || !isMadeUp(application)) continue;
    sessions.set(application, (sessions.get(application) ?? 0) + (counts.sessions ?? 0));
  }
  return [...sessions]
    .map(([application, count]) => ({ application, sessions: count }))
    .sort((left, right) => (left.application < right.application ? -1 : 1));
}

function sumOf(counted: readonly DayCounts[]): Counts {
  const sums: Record<string, number> = {};
  for (const { counts } of counted)
    for (const [name, by] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + by;
  return sums;
}

function insightOf(counts: Counts, bucketEnd: (bucket: number) => number): Insight {
  const of = (prefix: string, names?: readonly string[]): Record<string, number> => {
    const counted = Object.entries(counts)
      .filter(([name, count]) => name.startsWith(prefix) && count !== 0)
      .map(([name, count]): [string, number] => [name.slice(prefix.length), count]);
    const all = (names ?? []).map((name): [string, number] => [name, 0]);
    return Object.fromEntries([...all, ...counted]);
  };
  const sessions = counts.sessions ?? 0;
  const called = of('bl_ms:');
  return {
    sessions,
    turns: counts.turns ?? 0,
    sessionOutcomes: of('session:', SESSION_OUTCOMES),
    turnOutcomes: of('turn:', TURN_OUTCOMES),
    competencies: of('competency:'),
    languages: of('language:'),
    feedback: of('feedback:', RATINGS),
    containment: sessions === 0 ? null : (counts['session:contained'] ?? 0) / sessions,
    milliseconds: percentilesOf(of('ms:'), bucketEnd),
    businessLogic: {
      calls: Object.values(called).reduce((sum, count) => sum + count, 0),
      failed: counts.bl_failed ?? 0,
      milliseconds: percentilesOf(called, bucketEnd),
    },
  };
}

function percentilesOf(
  buckets: Readonly<Record<string, number>>,
  bucketEnd: (bucket: number) => number,
): Percentiles | null {
  const sorted = Object.entries(buckets)
    .map(([bucket, count]): [number, number] => [Number(bucket), count])
    .sort(([left], [right]) => left - right);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (all <= 0) return null;
  const at = (share: number): number => {
    let passed = 0;
    for (const [bucket, count] of sorted) {
      passed += count;
      if (passed >= share * all) return bucketEnd(bucket);
    }
    return 0;
  };
  return { p50: at(0.5), p99: at(0.99) };
}
