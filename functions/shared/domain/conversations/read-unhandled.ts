import { daysBetween } from '../days.ts';
import type { ConversationReader } from './conversation-views.ts';
import type { ListedOutcome } from './conversations.ts';
import { type CountedQueries, counted, passing } from './counted-queries.ts';
import type { DismissalReader } from './dismissals.ts';
import { type KeptGroupsReader, MAX_TAKEN } from './kept-groups.ts';
import { groupUnhandled, type UnhandledGroup } from './unhandled-groups.ts';

/** Filter of the turns to group; an absent field matches any. */
export interface UnhandledFilter {
  versionId?: string;
  application?: string;
  language?: string;
  outcome?: ListedOutcome;
  /** True for dismissed queries only; false for all others. */
  dismissed?: boolean;
}

export interface GroupedQueries {
  groups: UnhandledGroup[];
  grouped: number;
  /** Queries left out by the filter: the dismissed ones, or with `dismissed` the others. */
  leftOut: number;
  /** False if there were too many queries to group all of them. */
  isComplete: boolean;
}

/**
 * The most queries that are read one by one, the latest; those in kept groups are not counted. The grouping takes as
 * many in with one step.
 */
export const MAX_READ = MAX_TAKEN;
/** Queries of each day that are read at once; only a day that has more is read on its own. Most have none that wait. */
export const FEW_OF_A_DAY = 32;

/**
 * Groups those queries of a range of days that have a listed outcome: what is kept of each day, and the queries since.
 * @param asked.now milliseconds since the epoch
 */
export async function readUnhandled(
  reader: Pick<ConversationReader, 'unhandledOf'> & DismissalReader & KeptGroupsReader,
  institution: string,
  { from, to, now, filter }: { from: string; to: string; now: number; filter: UnhandledFilter },
): Promise<GroupedQueries> {
  const [isDismissed, kept] = await Promise.all([
    reader.dismissedOf(institution, now),
    reader.keptGroups(institution, from, to, now),
  ]);
  const queries = kept.flatMap(({ groups }) => groups);
  const upTo = new Map(kept.map(({ day, upTo }) => [day, upTo]));
  let isComplete = kept.every(({ ungrouped }) => ungrouped === 0);
  const since = (day: string, limit: number) => {
    const after = upTo.get(day);
    return reader.unhandledOf(institution, day, { limit, now, ...(after && { after }) });
  };
  const days = daysBetween(from, to);
  const first = await Promise.all(days.map((day) => since(day, FEW_OF_A_DAY)));
  let left = MAX_READ;
  for (const [index, day] of days.entries()) {
    const few = first[index];
    // Reads one more than is grouped, to know whether there are more.
    const read = few === undefined || few.mayHaveMore ? await since(day, left + 1) : few;
    queries.push(...read.queries.slice(0, left).map((query) => counted(query)));
    left -= read.queries.length;
    if (read.mayHaveMore || left < 0) isComplete = false;
    if (left < 0) break;
  }
  const asked = queries.filter((query) => passes(query, filter));
  const terms = { isDismissed, dismissed: filter.dismissed === true, now };
  const passed = asked.flatMap((query) => passing(query, terms) ?? []);
  const grouped = countOf(passed);
  return { groups: await groupUnhandled(passed), grouped, leftOut: countOf(asked) - grouped, isComplete };
}

const countOf = (queries: readonly CountedQueries[]): number =>
  queries.reduce((sum, { count }) => sum + count, 0);

const passes = (
  query: CountedQueries,
  { versionId, application, language, outcome }: UnhandledFilter,
): boolean =>
  (versionId === undefined || query.versionId === versionId) &&
  (application === undefined || query.application === application) &&
  (language === undefined || query.language === language) &&
  (outcome === undefined || query.outcome === outcome);
