import { isUuid } from '../versions/versions.ts';
import { listSessions } from './conversation-list.ts';
import type {
  ConversationReader,
  ReadFeedback,
  ReadTurn,
  SessionFilter,
  SessionLine,
} from './conversation-views.ts';

/** Everything that the log has about a session. */
export interface WholeConversation {
  /** The turns in order; at least one. */
  turns: [ReadTurn, ...ReadTurn[]];
  feedback: ReadFeedback[];
}

const PAGE = 100;

/**
 * Reads a whole session from the log.
 * @param now milliseconds since the epoch
 * @returns undefined if the log has no such session, or it has expired
 */
export async function readConversation(
  reader: Pick<ConversationReader, 'turnsOf' | 'feedbackOf'>,
  institution: string,
  sessionId: string,
  now: number,
): Promise<WholeConversation | undefined> {
  if (!isUuid(sessionId)) return undefined;
  const feedback = reader.feedbackOf(institution, sessionId, now);
  const [first, ...others] = await firstTurns(reader, institution, sessionId, { now });
  const given = await feedback;
  return first && { turns: [first, ...others], feedback: given };
}

/** Reads the first turns of a session from the log, in order; by default all of them. */
export async function firstTurns(
  reader: Pick<ConversationReader, 'turnsOf'>,
  institution: string,
  sessionId: string,
  { now, most = Number.POSITIVE_INFINITY }: { now: number; most?: number },
): Promise<ReadTurn[]> {
  const turns: ReadTurn[] = [];
  let after: string | undefined;
  do {
    const limit = Math.min(PAGE, most - turns.length);
    const page = await reader.turnsOf(institution, sessionId, { limit, now, ...(after && { after }) });
    turns.push(...page.items);
    after = page.next;
  } while (after !== undefined && turns.length < most);
  return turns;
}

/** Every session that began within a range of days and matches a filter, newest first. */
export async function* sessionsIn(
  reader: Pick<ConversationReader, 'sessionsOf'>,
  institution: string,
  asked: { from: string; to: string; filter: SessionFilter; now: number },
): AsyncGenerator<SessionLine> {
  let after: string | undefined;
  do {
    const page = await listSessions(reader, institution, { ...asked, limit: PAGE, ...(after && { after }) });
    yield* page.sessions;
    after = page.next;
  } while (after !== undefined);
}
