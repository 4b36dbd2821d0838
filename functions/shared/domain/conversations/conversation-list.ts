import { daysBetween } from '../days.ts';
import type {
  ConversationReader,
  CounterReader,
  DayCounts,
  SessionFilter,
  SessionLine,
} from './conversation-views.ts';
import { placeOf } from './conversation-views.ts';

/** Round trips per page. A filter with few matches may give pages with few or no sessions. */
const MAX_READS = 10;
/** Lines of each part of a day that a filtered read examines per round trip, since few of them match. */
const FILTERED_STEP = 250;
/** The same number if the matches are known to be in one part. */
const STEP_IN_ONE_PART = 1000;

export interface SessionPage {
  sessions: SessionLine[];
  /** Cursor of the next page, absent on the last: `<day>` or `<day>#<place>`. */
  next?: string;
}

/**
 * The sessions that began within a range of days and match a filter, newest first.
 * @param reader if it has counters, only days and parts with a counted match are read, so a session whose count was
 * lost is not found; without counters every day is searched
 * @param asked.from, asked.to the first and last day
 * @param asked.after the cursor of the previous page
 */
export async function listSessions(
  reader: Pick<ConversationReader, 'sessionsOf'> & Partial<CounterReader>,
  institution: string,
  asked: {
    from: string;
    to: string;
    after?: string;
    limit: number;
    filter: SessionFilter;
    now: number;
  },
): Promise<SessionPage> {
  const { from, to, after, limit, filter, now } = asked;
  const isFiltered = Object.values(filter).some((condition) => condition !== undefined);
  const sessions: SessionLine[] = [];
  let counted: Promise<ReadonlyMap<string, Parts>> | undefined;
  /** The latest day, no later than this one, that may have matching sessions. */
  async function dayFrom(latest: string | undefined): Promise<string | undefined> {
    if (latest === undefined || reader.countsOf === undefined) return latest;
    counted ??= reader.countsOf(institution, from, latest).then((counts) => partsWith(counts, filter));
    const days = await counted;
    return daysBetween(from, latest).find((candidate) => days.has(candidate));
  }
  const first = after?.slice(0, DAY_LENGTH) ?? to;
  // Without a filter, the first day most likely has sessions.
  let day = isFiltered ? await dayFrom(first) : first;
  let before = (day === first && after?.slice(DAY_LENGTH + 1)) || undefined;
  for (let reads = 0; day !== undefined && reads < MAX_READS; reads += 1) {
    const parts = isFiltered ? (await counted)?.get(day) : undefined;
    const step = parts?.length === 1 ? STEP_IN_ONE_PART : FILTERED_STEP;
    const read = await reader.sessionsOf(institution, day, {
      ...(before && { before }),
      ...(parts && { parts }),
      limit: isFiltered ? Math.max(limit, step) : limit,
      now,
    });
    for (const [index, line] of read.items.entries()) {
      before = placeOf(line);
      if (!passes(line, filter)) continue;
      sessions.push(line);
      const isLast = read.isComplete && index === read.items.length - 1;
      if (sessions.length === limit && !isLast) return { sessions, next: `${day}#${before}` };
    }
    if (!read.isComplete) continue;
    const [, earlier] = daysBetween(from, day);
    before = undefined;
    if (sessions.length === limit) return { sessions, ...(earlier && { next: earlier }) };
    day = await dayFrom(earlier);
  }
  if (day === undefined) return { sessions };
  return { sessions, next: before === undefined ? day : `${day}#${before}` };
}

/** Parts of a day's sessions; undefined if they may be in any. */
type Parts = readonly number[] | undefined;

/** The days on which counters show a session that may match, with the parts that contain it. */
function partsWith(counts: readonly DayCounts[], filter: SessionFilter): ReadonlyMap<string, Parts> {
  const days = new Map<string, Parts>();
  for (const [day, counted] of Map.groupBy(counts, ({ day }) => day)) {
    const passing = counted.filter((counts) => mayPass(counts, filter));
    if (passing.length === 0) continue;
    const parts = new Set(passing.flatMap(({ part }) => part ?? []));
    days.set(day, counted.every(({ part }) => part !== undefined) ? [...parts] : undefined);
  }
  return days;
}

const mayPass = (
  { versionId, application, counts }: DayCounts,
  { outcome, competency, ...wanted }: SessionFilter,
): boolean =>
  (wanted.versionId === undefined || versionId === wanted.versionId) &&
  (wanted.application === undefined || application === wanted.application) &&
  isCounted(counts, 'sessions') &&
  (outcome === undefined || isCounted(counts, `session:${outcome}`)) &&
  (competency === undefined || isCounted(counts, `competency:${competency}`));

const isCounted = (counts: DayCounts['counts'], name: string): boolean => (counts[name] ?? 0) > 0;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

const passes = (line: SessionLine, { versionId, application, outcome, competency }: SessionFilter): boolean =>
  (versionId === undefined || line.versionId === versionId) &&
  (application === undefined || line.application === application) &&
  (outcome === undefined || line.outcome === outcome) &&
  (competency === undefined || line.competencies.includes(competency));
