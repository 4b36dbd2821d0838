import type { Unheard } from '../../engine/dialogue/turn-input.ts';
import type { LastAnswer, Session } from '../shared/domain/query/sessions.ts';

/** The arrival of a query, which shows what its user had heard by then. */
export interface Arrival {
  /** Milliseconds since the epoch, by the gateway's clock. */
  at: number;
  /** True where other queries of the dialog were answered by this process while the query waited. */
  hasWaited: boolean;
  /** The revision that the session had when it was first read for the query; 0 where there was none. */
  revision: number;
}

/** A turn that took as long as this may have outlasted its caller's patience. */
export const IMPATIENCE_MS = 3_000;

/**
 * Tells what of a session the user had not heard when a query arrived; undefined where nothing is missing. Three things
 * show it. The clock: the query arrived before the answer left. The revision, for clocks of two processes differ: the
 * session has moved on since it was first read for the query. The queue: another query was answered while it waited.
 */
export function unheardAt({ answered, revision }: Session, arrival: Arrival): Unheard | undefined {
  const hasMoved = arrival.revision < revision;
  // A session that an earlier release wrote tells no times.
  if (answered === undefined) return hasMoved ? { question: true, answer: true } : undefined;
  const { asked } = answered;
  const question =
    arrival.at < asked.at ||
    arrival.revision < asked.revision ||
    (arrival.hasWaited && (asked.revision === revision || arrival.at <= asked.at));
  const answer = question || arrival.hasWaited || hasMoved || arrival.at < patienceEnd(answered);
  return question || answer ? { question, answer } : undefined;
}

/**
 * Until when a query may be its caller's retry of the one that was answered last: who gave up on a slow turn tries again
 * within the time that it took.
 */
const patienceEnd = ({ receivedAt, at }: LastAnswer): number =>
  at - receivedAt < IMPATIENCE_MS ? at : at + (at - receivedAt);

/** The answer of a turn, as its session notes it. What was answered again counts as asked again. */
export const lastAnswer = (
  previous: Session | undefined,
  {
    receivedAt,
    at,
    revision,
    asksAnew,
  }: { receivedAt: number; at: number; revision: number; asksAnew: boolean },
): LastAnswer => ({
  receivedAt,
  at,
  asked: (asksAnew ? undefined : previous?.answered?.asked) ?? { revision, at },
});
