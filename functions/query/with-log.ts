import { type LogEntry, type TurnFacts, tallyAfter } from '../shared/domain/conversations/conversations.ts';
import type { QueryRequest } from '../shared/domain/query/query-request.ts';
import { personOf, type Session } from '../shared/domain/query/sessions.ts';
import type { Conversation } from './conversation.ts';
import type { PatientLog } from './patient-log.ts';

/** The log as a query has it: no query fails by it, nor waits for it. */
export interface QueryLog {
  write: PatientLog;
  /** Told of what is lost to the log. */
  lost(error: unknown): void;
}

/** The entry of a turn, and the session that carries on what it counts. */
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
  const { awaits: _awaits, handsOff: _handsOff, keepDays, ...told } = facts;
  const entry: LogEntry = {
    turn: {
      ...told,
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
    ...(before && { previous: before }),
    endsAt: session.endsAt,
    isNewPerson: !(before && isKnown(previous, person)),
  };
  return { entry, session: { ...session, tally } };
}

/**
 * True where the log has a pointer to the person. A turn that reserved the session put its person among the people
 * before the log had one, so that then the pointer is written once more.
 */
const isKnown = (previous: Session | undefined, person: string): boolean =>
  previous?.reserved === undefined && previous?.people?.includes(person) === true;

const DAY_SECONDS = 86_400;

/**
 * Writes a turn and its entry in the log at once. Who is overtaken has the entry taken back.
 * @param commit what the answer depends on
 * @returns what `commit` does
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
