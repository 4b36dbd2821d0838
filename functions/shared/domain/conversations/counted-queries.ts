import { hash } from 'node:crypto';
import { dayOf } from '../days.ts';
import type { UnhandledQuery } from './conversation-views.ts';
import type { ListedOutcome } from './conversations.ts';
import { type DismissedPhrase, phraseOf } from './dismissals.ts';
import { isMadeUp } from './made-up.ts';
import { compactVector, unitVector } from './sentence-vectors.ts';

/** Words that were said, ignoring case and surrounding spaces. */
export interface CountedPhrase {
  text: string;
  count: number;
  /** When the log forgets the last of them, in epoch seconds. */
  expiresAt: number;
}

/** Queries that went wrong alike, counted: a single one, or a group. Its lists have limits, its counts do not. */
export interface CountedQueries {
  outcome: ListedOutcome;
  language: string;
  slot: string | null;
  /** Of the first query. */
  versionId: string;
  application?: string;
  /** The sum of the queries' unit vectors: its direction in 8 bits, and its length. */
  direction: Int8Array;
  length: number;
  count: number;
  madeUp: number;
  /** The time of the last query, in milliseconds since the epoch. */
  lastAt: number;
  /** Queries by day. */
  days: [day: string, count: number][];
  /** The most frequent ones, with those counted since they last became one of them. */
  phrases: CountedPhrase[];
  /** The assistant's words before the queries, most frequent first. */
  questions: [text: string, count: number][];
  /** Sums of the probabilities of the nearest labels, highest first. */
  labels: [label: string, sum: number][];
  /** The latest turns, latest first; `said` is a digest of the query as a phrase. */
  turns: { sessionId: string; qid: string; ordinal: number | null; at: number; said: string }[];
  /** The lowest digests of the queries' sessions, in order; see `sessionsOf`. */
  sessions: number[];
}

const MAX_PHRASES = 20;
/** Characters of all phrases. */
const MAX_PHRASE_CHARACTERS = 2000;
const MAX_QUESTIONS = 3;
const MAX_LABELS = 8;
const MAX_TURNS = 20;
const MAX_SESSIONS = 64;
const SESSION_DIGEST_BYTES = 6;

const SAID_CHARACTERS = 11;

const folded = (text: string): string => phraseOf(text).toLowerCase();

/** Tells phrases of a group apart, in 66 bits. The groups are sealed, so it needs no key. */
const saidOf = (text: string): string => hash('sha256', folded(text), 'base64url').slice(0, SAID_CHARACTERS);

/**
 * A single query as a group.
 * @param expiresAt when the log forgets it, in epoch seconds
 */
export function counted(query: UnhandledQuery, expiresAt = Number.MAX_SAFE_INTEGER): CountedQueries {
  const { outcome, language, slot, versionId, application, sessionId, qid, ordinal, at } = query;
  return {
    outcome,
    language,
    slot,
    versionId,
    ...(application !== undefined && { application }),
    direction: query.vector,
    length: query.vector.some((number) => number !== 0) ? 1 : 0,
    count: 1,
    madeUp: Number(isMadeUp(application)),
    lastAt: at,
    days: [[dayOf(at), 1]],
    phrases: [{ text: phraseOf(query.query), count: 1, expiresAt }],
    questions: query.question === null ? [] : [[query.question, 1]],
    labels: query.nearest.map(({ label, probability }) => [label, probability]),
    turns: [{ sessionId, qid, ordinal, at, said: saidOf(query.query) }],
    sessions: [hash('sha256', sessionId, 'buffer').readUIntBE(0, SESSION_DIGEST_BYTES)],
  };
}

/** The queries of several groups as one. At least one is needed. */
export function merge(groups: readonly CountedQueries[]): CountedQueries {
  const [first, ...others] = groups;
  if (first === undefined) throw new Error('there is nothing to merge');
  if (others.length === 0) return first;
  const vector = new Float32Array(first.direction.length);
  for (const { direction, length } of groups) {
    const part = unitVector(direction, length);
    for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) + (part[at] ?? 0);
  }
  return {
    ...first,
    direction: compactVector(vector),
    length: Math.hypot(...vector),
    count: sumOf(groups.map(({ count }) => count)),
    madeUp: sumOf(groups.map(({ madeUp }) => madeUp)),
    lastAt: Math.max(...groups.map(({ lastAt }) => lastAt)),
    days: added(groups.flatMap(({ days }) => days)),
    phrases: mostFrequent(groups.flatMap(({ phrases }) => phrases)),
    questions: added(groups.flatMap(({ questions }) => questions)).slice(0, MAX_QUESTIONS),
    labels: added(groups.flatMap(({ labels }) => labels)).slice(0, MAX_LABELS),
    turns: groups
      .flatMap(({ turns }) => turns)
      .sort((left, right) => right.at - left.at)
      .slice(0, MAX_TURNS),
    sessions: [...new Set(groups.flatMap(({ sessions }) => sessions))]
      .sort((left, right) => left - right)
      .slice(0, MAX_SESSIONS),
  };
}

/** The number of sessions: exact up to 64, then an estimate by how close together the lowest digests are. */
export function sessionsOf({ sessions, count }: CountedQueries): number {
  const highest = sessions.at(-1);
  if (highest === undefined || sessions.length < MAX_SESSIONS) return sessions.length;
  return Math.min(count, Math.round(((MAX_SESSIONS - 1) * 256 ** SESSION_DIGEST_BYTES) / highest));
}

/** What passes of a group; undefined if nothing does. Queries whose words are not in the group go with the rest. */
export function passing(
  group: CountedQueries,
  {
    isDismissed,
    dismissed,
    now,
  }: { isDismissed: (phrase: DismissedPhrase) => boolean; dismissed: boolean; now: number },
): CountedQueries | undefined {
  const { outcome, language, slot } = group;
  const kept = group.phrases.filter(
    ({ text, expiresAt }) =>
      expiresAt * 1000 > now && isDismissed({ outcome, language, slot, query: text }) === dismissed,
  );
  if (kept.length === 0) return undefined;
  const counts = sumOf(kept.map(({ count }) => count));
  const all = sumOf(group.phrases.map(({ count }) => count));
  const count = dismissed ? counts : group.count - (all - counts);
  if (count === group.count) return group;
  const said = new Set(group.phrases.map(({ text }) => saidOf(text)));
  const passes = new Set(kept.map(({ text }) => saidOf(text)));
  const share = count / group.count;
  return {
    ...group,
    count,
    madeUp: Math.round(group.madeUp * share),
    days: group.days.map(([day, number]) => [day, Math.round(number * share)]),
    phrases: kept,
    labels: group.labels.map(([label, sum]) => [label, sum * share]),
    turns: group.turns.filter((turn) => passes.has(turn.said) || (!dismissed && !said.has(turn.said))),
  };
}

/** The most frequent phrases, alike ones counted together. */
function mostFrequent(phrases: readonly CountedPhrase[]): CountedPhrase[] {
  const all = new Map<string, CountedPhrase>();
  for (const { text, count, expiresAt } of phrases) {
    const known = all.get(folded(text));
    all.set(folded(text), {
      text: known?.text ?? text,
      count: count + (known?.count ?? 0),
      expiresAt: Math.max(expiresAt, known?.expiresAt ?? 0),
    });
  }
  let characters = 0;
  return [...all.values()]
    .sort((left, right) => right.count - left.count)
    .slice(0, MAX_PHRASES)
    .filter(({ text }) => {
      characters += text.length;
      return characters <= MAX_PHRASE_CHARACTERS;
    });
}

/** Adds the numbers of equal names, the highest sum first. */
function added(entries: readonly [string, number][]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, number] of entries) sums.set(name, (sums.get(name) ?? 0) + number);
  return [...sums].sort((left, right) => right[1] - left[1]);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
