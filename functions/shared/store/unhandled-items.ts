import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { UnhandledQuery } from '../domain/conversations/conversation-views.ts';
import { LISTED_OUTCOMES, openWords } from '../domain/conversations/conversations.ts';
import type { CountedQueries } from '../domain/conversations/counted-queries.ts';
import type { KeptGroups } from '../domain/conversations/kept-groups.ts';

/** Bytes of a day's groups before they are compressed. Smaller groups are dropped first; a group that does not fit leaves room to others. */
const MAX_BYTES = 192 * 1024;

/** Items of earlier releases have no ordinal, slot and question. */
const unhandledItem = z.object({
  session_id: z.string(),
  ai_version: z.string(),
  application: z.optional(z.string()),
  language: z.string(),
  sk: z.string(),
  /** Of a corrected query, which stands at the time of the turn that corrected it. */
  at: z.optional(z.number()),
  qid: z.string(),
  ordinal: z.optional(z.number()),
  outcome: z.enum(LISTED_OUTCOMES),
  words: z.instanceof(Uint8Array),
});

const unhandledText = z.object({
  query: z.string(),
  nearest: z.array(z.object({ label: z.string(), probability: z.number() })),
  slot: z._default(z.nullable(z.string()), null),
  question: z._default(z.nullable(z.string()), null),
});

const keptItem = z.object({
  sk: z.string(),
  revision: z.string(),
  /** Absent after an erasure: the day is to be grouped anew. */
  words: z.optional(z.instanceof(Uint8Array)),
});

const count = z.tuple([z.string(), z.number()]);

const keptWords = z.object({
  upTo: z.string(),
  ungrouped: z.number(),
  groups: z.array(
    z.object({
      outcome: z.enum(LISTED_OUTCOMES),
      language: z.string(),
      slot: z.nullable(z.string()),
      versionId: z.string(),
      application: z.optional(z.string()),
      direction: z.string(),
      length: z.number(),
      count: z.number(),
      madeUp: z.number(),
      lastAt: z.number(),
      days: z.array(count),
      phrases: z.array(z.object({ text: z.string(), count: z.number(), expiresAt: z.number() })),
      questions: z.array(count),
      labels: z.array(count),
      turns: z.array(
        z.object({
          sessionId: z.string(),
          qid: z.string(),
          ordinal: z.nullable(z.number()),
          at: z.number(),
          said: z.string(),
        }),
      ),
      sessions: z.array(z.number()),
    }),
  ),
});

/** Undefined if it can no longer be decrypted. */
export function readUnhandled(item: unknown, key: Uint8Array): UnhandledQuery | undefined {
  const { sk, at, qid, session_id, ordinal, ai_version, application, language, outcome, words } =
    unhandledItem.parse(item);
  const opened = openWords(words, key, session_id);
  if (opened === undefined) return undefined;
  const end = 4 + opened.readUInt32BE(0);
  const text = unhandledText.parse(JSON.parse(opened.subarray(4, end).toString('utf8')));
  return {
    qid,
    sessionId: session_id,
    ordinal: ordinal ?? null,
    at: at ?? Date.parse(sk.slice(0, sk.indexOf('#'))),
    versionId: ai_version,
    ...(application !== undefined && { application }),
    language,
    outcome,
    ...text,
    vector: Int8Array.from(opened.subarray(end), (byte) => (byte << 24) >> 24),
  };
}

export const readRevision = (item: unknown): string => keptItem.parse(item).revision;

/** Undefined if there are none, or if they can no longer be decrypted. */
export function readKeptGroups(item: unknown, key: Uint8Array): (KeptGroups & { day: string }) | undefined {
  const { sk: day, words } = keptItem.parse(item);
  const opened = words && openWords(words, key, groupsContext(day));
  if (opened === undefined) return undefined;
  const { groups, ...rest } = keptWords.parse(JSON.parse(inflateRawSync(opened).toString('utf8')));
  return { day, ...rest, groups: groups.map(readGroup) };
}

function readGroup({
  direction,
  application,
  ...group
}: z.output<typeof keptWords>['groups'][number]): CountedQueries {
  return {
    ...group,
    ...(application !== undefined && { application }),
    direction: new Int8Array(Buffer.from(direction, 'base64')),
  };
}

/** Drops the groups that do not fit beside larger ones, and beside later ones of their size. */
export function packGroups({ groups, upTo, ungrouped }: KeptGroups): Uint8Array {
  const texts: string[] = [];
  let bytes = 0;
  let dropped = ungrouped;
  for (const group of groups.toSorted(
    (left, right) => right.count - left.count || right.lastAt - left.lastAt,
  )) {
    const direction = Buffer.from(group.direction.buffer, group.direction.byteOffset, group.direction.length);
    const text = JSON.stringify({ ...group, direction: direction.toString('base64') });
    const size = Buffer.byteLength(text);
    if (bytes + size > MAX_BYTES) {
      dropped += group.count;
      continue;
    }
    bytes += size;
    texts.push(text);
  }
  const head = `"upTo":${JSON.stringify(upTo)},"ungrouped":${dropped}`;
  return deflateRawSync(`{${head},"groups":[${texts.join(',')}]}`);
}

/** Binds sealed groups to their day, as other words are bound to their session. */
export const groupsContext = (day: string): string => `unhandled-groups#${day}`;
