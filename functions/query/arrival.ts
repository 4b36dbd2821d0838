import type { Unheard } from '../../engine/dialogue/turn-input.ts';
import type { LastAnswer, Session } from '../shared/domain/query/sessions.ts';

/** Which answers the user of a query had seen when it arrived. */
export interface Arrival {
  /** Until when the user had seen answers, in milliseconds since the epoch: usually when the query arrived. */
  at: number;
  /** True if this process answered other queries of the dialog while this query waited. */
  hasWaited: boolean;
  /** The session's revision when it was first read for the query; 0 if there was no session. */
  revision: number;
}

/** After a turn this long, the caller may have timed out and retried. */
export const IMPATIENCE_MS = 3_000;

/**
 * The question and answer that the user had not yet seen when the query arrived; undefined if none. Three things show
 * it. The clock: the query arrived before the last answer left. The revision, since clocks of two processes differ:
 * the session has changed since the query's first read. The queue: another query was answered while this one waited.
 */
export function unheardAt({ answered, revision }: Session, arrival: Arrival): Unheard | undefined {
  const hasMoved = arrival.revision < revision;
  // Sessions written by an earlier release contain no times.
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
 * Until when a query may be the caller's retry of the last one: a caller that gives up on a slow turn retries within
 * the time the turn took.
 */
const patienceEnd = ({ receivedAt, at }: LastAnswer): number =>
  at - receivedAt < IMPATIENCE_MS ? at : at + (at - receivedAt);

/** The record of a turn's answer that the session keeps. An answer repeated for a retry counts as sent again. */
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
