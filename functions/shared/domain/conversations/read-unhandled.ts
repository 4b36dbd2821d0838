import { daysBetween } from '../days.ts';
import type { ConversationReader, UnhandledQuery } from './conversation-views.ts';
import type { ListedOutcome } from './conversations.ts';
import type { DismissalReader } from './dismissals.ts';
import { groupUnhandled, MAX_GROUPED, type UnhandledGroup } from './unhandled-groups.ts';

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
 * Groups those queries of a range of days that have a listed outcome. If there are too many, it groups the latest.
 * @param asked.now milliseconds since the epoch
 */
export async function readUnhandled(
  reader: Pick<ConversationReader, 'unhandledOf'> & DismissalReader,
  institution: string,
  { from, to, now, filter }: { from: string; to: string; now: number; filter: UnhandledFilter },
): Promise<GroupedQueries> {
  const isDismissed = await reader.dismissedOf(institution, now);
  const queries: UnhandledQuery[] = [];
  let leftOut = 0;
  for (const day of daysBetween(from, to)) {
    // Reads one more than is grouped, to know whether there are more.
    const limit = MAX_GROUPED + 1 - queries.length;
    if (limit <= 0) break;
    const unhandled = await reader.unhandledOf(institution, day, { limit, now });
    for (const query of unhandled.filter((query) => passes(query, filter))) {
      if (isDismissed(query) === (filter.dismissed === true)) queries.push(query);
      else leftOut += 1;
    }
  }
  const grouped = queries.slice(0, MAX_GROUPED);
  return {
    groups: await groupUnhandled(grouped),
    grouped: grouped.length,
    leftOut,
    isComplete: grouped.length === queries.length,
  };
}

const passes = (
  query: UnhandledQuery,
  { versionId, application, language, outcome }: UnhandledFilter,
): boolean =>
  (versionId === undefined || query.versionId === versionId) &&
  (application === undefined || query.application === application) &&
  (language === undefined || query.language === language) &&
  (outcome === undefined || query.outcome === outcome);
