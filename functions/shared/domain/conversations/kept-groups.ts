import { dayOf } from '../days.ts';
import type { UnhandledQuery } from './conversation-views.ts';
import { type CountedQueries, counted } from './counted-queries.ts';
import { condense } from './unhandled-groups.ts';

/** The groups of a day's queries that went wrong, as far as they were taken in. */
export interface KeptGroups {
  groups: CountedQueries[];
  /** The place of the last query taken in; empty if there is none. */
  upTo: string;
  /** Queries taken in whose groups were too small to be kept. */
  ungrouped: number;
}

/** Port for reading. */
export interface KeptGroupsReader {
  /**
   * The days of a range that have groups.
   * @param now milliseconds since the epoch
   */
  keptGroups(
    institution: string,
    from: string,
    to: string,
    now: number,
  ): Promise<(KeptGroups & { day: string })[]>;
}

/** A query that waits to be taken in. */
export interface WaitingQuery {
  /** Its place among the queries of its day, by when it was asked. */
  place: string;
  /** When the log forgets it, in epoch seconds. */
  expiresAt: number;
  /** Undefined if the log has forgotten it, or if it can no longer be decrypted. */
  query: UnhandledQuery | undefined;
}

/** A day of an institution with queries to take in. */
export interface DueDay {
  institution: string;
  day: string;
  /** Changes with every request to take the day in. */
  mark: string;
}

/** Port of the groups and of what waits to be taken in. */
export interface KeptGroupsStore {
  dueDays(): Promise<DueDay[]>;
  /** Ends the request to take a day in, unless there is a newer one. */
  settle(due: DueDay): Promise<void>;
  /** @returns what is kept and its revision, which `keep` needs */
  read(institution: string, day: string): Promise<{ kept: KeptGroups; revision: string | undefined }>;
  /**
   * The earliest queries of a day after a place and before a time, strongly consistent. There may be more after them,
   * however few they are.
   */
  waiting(
    institution: string,
    day: string,
    options: { after: string; before: number; most: number; now: number },
  ): Promise<{ waiting: WaitingQuery[]; hasMore: boolean }>;
  /**
   * Keeps the groups that fit, the largest ones first.
   * @param expiresAt epoch seconds
   * @returns false if the day has changed since the revision was read, or is not due any more and has no groups
   */
  keep(
    institution: string,
    day: string,
    change: { kept: KeptGroups; revision: string | undefined; expiresAt: number },
  ): Promise<boolean>;
}

/** Queries are taken in at this age; their writes have ended by then. */
export const SETTLED_MS = 120_000;
/** Queries taken in with one write. */
export const MAX_TAKEN = 1000;
/** So few are not worth the write of a whole day's groups before the oldest of them has waited for `MAX_WAIT_MS`. */
export const FEW = 100;
export const MAX_WAIT_MS = 3_600_000;

/** Days that are taken in concurrently. */
const CONCURRENCY = 8;

/**
 * Takes in what waits on all due days. A day that fails does not stop the others.
 * @param clock.until when to stop, in milliseconds since the epoch
 * @param first the fraction of the days to leave for the end, from 0 to 1, so that each is early in some run
 */
export async function takeInAll(
  store: KeptGroupsStore,
  clock: { now: () => number; until: number },
  { first, onFault }: { first: number; onFault: (institution: string, fault: unknown) => void },
): Promise<void> {
  const due = await store.dueDays();
  const begin = Math.floor(first * due.length);
  const queue = [...due.slice(begin), ...due.slice(0, begin)].values();
  const work = async () => {
    for (const day of queue) {
      await takeIn(store, day, clock).catch((fault) => onFault(day.institution, fault));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/**
 * Takes the queries of a day into its groups. Every step is one conditional write, so it may be interrupted at any time
 * and run several times at once.
 * @param clock.until when to stop, in milliseconds since the epoch
 */
export async function takeIn(
  store: KeptGroupsStore,
  due: DueDay,
  { now, until }: { now: () => number; until: number },
): Promise<void> {
  const { institution, day } = due;
  while (now() < until) {
    const at = now();
    const isOver = day < dayOf(at - SETTLED_MS);
    const { kept, revision } = await store.read(institution, day);
    const { waiting, hasMore } = await store.waiting(institution, day, {
      after: kept.upTo,
      before: at - SETTLED_MS,
      most: MAX_TAKEN,
      now: at,
    });
    const last = waiting.at(-1);
    if (last === undefined) {
      if (isOver) await store.settle(due);
      return;
    }
    const oldest = Math.min(...waiting.map(({ query }) => query?.at ?? at));
    if (!isOver && !hasMore && waiting.length < FEW && at - oldest < MAX_WAIT_MS) return;
    const queries = waiting.flatMap(({ query, expiresAt }) => (query ? [counted(query, expiresAt)] : []));
    const groups = await condense([...kept.groups, ...queries]);
    const ends = groups.flatMap(({ phrases }) => phrases.map((phrase) => phrase.expiresAt));
    const expiresAt = Math.max(...ends, ...waiting.map((query) => query.expiresAt));
    const change = { kept: { groups, upTo: last.place, ungrouped: kept.ungrouped }, revision, expiresAt };
    if (!(await store.keep(institution, day, change))) return;
    if (!hasMore) return;
  }
}
