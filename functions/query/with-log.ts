import { type LogEntry, type TurnFacts, tallyAfter } from '../shared/domain/conversations/conversations.ts';
import type { QueryRequest } from '../shared/domain/query/query-request.ts';
import { personOf, type Session } from '../shared/domain/query/sessions.ts';
import type { Conversation } from './conversation.ts';
import type { PatientLog } from './patient-log.ts';

/** The log as a query uses it. No query waits for it, and its failures never fail a query. */
export interface QueryLog {
  write: PatientLog;
  /** Called with the error of an entry that was not written. */
  lost(error: unknown): void;
}

/** The log entry of a turn, with the session totals that carry over. */
export function entryOf(
  asked: { institution: string; userId: string; request: QueryRequest; receivedAt: number },
  { previous, session: begun }: Conversation,
  session: Session,
  facts: TurnFacts,
  answeredAt: number,
): { entry: LogEntry; session: Session } {
  const { institution, userId, request, receivedAt } = asked;
  const goesOn = previous?.sessionId === begun.sessionId;
  const before = goesOn ? previous?.tally : undefined;
  const tally = tallyAfter(before, facts, receivedAt);
  const person = personOf(institution, request.externalUserId);
  const { awaits: _awaits, handsOff: _handsOff, keepDays, cause, heard: _heard, ...logged } = facts;
  const entry: LogEntry = {
    turn: {
      ...logged,
      institution,
      userId,
      person,
      sessionId: session.sessionId,
      beganAt: tally.beganAt,
      at: receivedAt,
      qid: session.qid,
      ordinal: tally.turns,
      versionId: session.versionId,
      ...(session.application === undefined ? {} : { application: session.application }),
      milliseconds: answeredAt - receivedAt,
      expiresAt: Math.ceil(receivedAt / 1000) + keepDays * DAY_SECONDS,
    },
    tally,
    ...(cause && before && previous && { cause: { ...cause, qid: previous.qid, ordinal: before.turns } }),
    ...(before && { previous: before }),
    endsAt: session.endsAt,
    isNewPerson: !(before && isKnown(previous, person)),
  };
  return { entry, session: { ...session, tally } };
}

/**
 * True if the log already has a pointer to the person. If the turn reserved the session, the session lists the person
 * before the log does, so the pointer is written again.
 */
const isKnown = (previous: Session | undefined, person: string): boolean =>
  previous?.reserved === undefined && previous?.people?.includes(person) === true;

const DAY_SECONDS = 86_400;

/**
 * Writes a turn and its log entry concurrently. If another query overtook the turn, the entry is withdrawn.
 * @param commit the write that the answer depends on
 * @returns the result of `commit`
 */
export async function withLog(
  log: QueryLog,
  entry: LogEntry | undefined,
  commit: () => Promise<boolean>,
): Promise<boolean> {
  if (entry === undefined) return commit();
  const underWay = log.write(entry);
  let done = false;
  try {
    done = await commit();
    return done;
  } finally {
    await (done ? underWay.waited() : underWay.withdraw());
  }
}
