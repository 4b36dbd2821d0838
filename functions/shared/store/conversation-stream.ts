import * as z from 'zod/mini';
import { RATINGS, SESSION_OUTCOMES, TURN_OUTCOMES } from '../domain/conversations/conversations.ts';
import type { LogLine } from '../domain/conversations/turn-lines.ts';
import { dayOf } from '../domain/days.ts';
import { FEEDBACK, TURN } from './conversation-items.ts';

/** Stream attributes are in DynamoDB's own format. Binary ones are skipped. */
const text = z.pipe(
  z.object({ S: z.string() }),
  z.transform(({ S }) => S),
);
const number = z.pipe(
  z.object({ N: z.string() }),
  z.transform(({ N }) => Number(N)),
);
const textOf = <const Values extends readonly string[]>(values: Values) => z.pipe(text, z.enum(values));

const key = z.object({ pk: text, sk: text });

const common = { at: number, application: z.exactOptional(text) };

const turnImage = z.object({
  ...common,
  began_at: number,
  ai_version: text,
  session_id: text,
  qid: text,
  ordinal: number,
  language: text,
  channel: z.exactOptional(text),
  outcome: textOf(TURN_OUTCOMES),
  session_outcome: textOf(SESSION_OUTCOMES),
  competency: text,
  state: text,
  intent: z.exactOptional(text),
  milliseconds: number,
  business_logic: z.exactOptional(textOf(['answered', 'failed'])),
  business_logic_milliseconds: z.exactOptional(number),
});

const feedbackImage = z.object({
  ...common,
  began_at: number,
  ai_version: text,
  qid: z.exactOptional(text),
  rating: textOf(RATINGS),
});

const change = z.object({
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  userIdentity: z.nullish(z.object({ principalId: z.optional(z.string()) })),
  dynamodb: z.object({
    Keys: key,
    SequenceNumber: z.string().check(z.regex(/^\d{1,40}$/)),
    NewImage: z.optional(z.record(z.string(), z.unknown())),
    OldImage: z.optional(z.record(z.string(), z.unknown())),
  }),
});

/** The deleter's name in the stream for items that expired. */
const TIME_TO_LIVE = 'dynamodb.amazonaws.com';

/** Stream sequence numbers have up to 40 digits; zero-padded to that, they sort as text. */
const SEQUENCE_DIGITS = 40;

/**
 * The line for one change in the stream of the table of conversations.
 * @param record as Lambda gets it, with the item before and after
 * @returns undefined for items without a line: sessions, counters, people, and expired items, whose lines expire by
 *   themselves
 * @throws {Error} if the record is not a record of a DynamoDB stream
 */
export function lineOf(record: unknown): LogLine | undefined {
  const { eventName, userIdentity, dynamodb } = change.parse(record);
  const deleted = eventName === 'REMOVE';
  if (deleted && userIdentity?.principalId === TIME_TO_LIVE) return undefined;
  const { pk, sk } = dynamodb.Keys;
  const [institution = '', , sessionId = ''] = pk.split('#');
  const image = deleted ? dynamodb.OldImage : dynamodb.NewImage;
  const said = { institution, sequence: dynamodb.SequenceNumber.padStart(SEQUENCE_DIGITS, '0'), deleted };
  if (sk.startsWith(TURN)) {
    const { at, began_at, ...turn } = turnImage.parse(image);
    return { kind: 'turn', ...said, ...placeOf(at, began_at), ...turn };
  }
  if (sk.startsWith(FEEDBACK)) {
    const { at, began_at, ai_version, ...feedback } = feedbackImage.parse(image);
    const place = { ...placeOf(at, began_at), session_id: sessionId, ai_version };
    return { kind: 'feedback', ...said, ...place, ...feedback };
  }
  return undefined;
}

const placeOf = (at: number, beganAt: number) => ({
  day: dayOf(beganAt),
  happened_at: new Date(at).toISOString(),
});
