import type { Principal } from '../credentials/principal.ts';
import { ParleyError } from '../errors.ts';
import type { Rating, WordsKept } from './conversations.ts';
import { maskNumbers } from './masking.ts';

/** A user's rating of an answer or of a whole session. */
export interface Feedback {
  sessionId: string;
  qid?: string;
  rating: Rating;
  words?: string;
}

/** The turn or session that feedback is about, as the log knows it. */
export interface FeedbackTarget {
  institution: string;
  sessionId: string;
  qid?: string;
  /** The user of the credential that sent the query. */
  userId: string;
  beganAt: number;
  versionId: string;
  application?: string;
  /** The key of the turn in the log. */
  turn: string;
  /** How the version lets the log keep what was said. */
  keeps: WordsKept;
  /** Epoch seconds at which the turn expires. */
  expiresAt: number;
  /** The earlier rating, if any. */
  previous?: Rating;
}

export interface FeedbackStore {
  /** @param now milliseconds since the epoch */
  find(
    institution: string,
    sessionId: string,
    qid: string | undefined,
    now: number,
  ): Promise<FeedbackTarget | undefined>;
  /** @returns false if the turn is gone, or if other feedback on it was written meanwhile */
  write(target: FeedbackTarget, feedback: Pick<Feedback, 'rating' | 'words'>, now: number): Promise<boolean>;
}

const ATTEMPTS = 3;

/**
 * Stores feedback and replaces earlier feedback on the same turn or session.
 * @returns true if its words were kept, which the version decides
 * @throws {ParleyError} `not_found` for a turn that is not in the log, or that another user's credential sent
 */
export async function giveFeedback(
  store: FeedbackStore,
  { institution, userId }: Pick<Principal, 'institution' | 'userId'>,
  { sessionId, qid, rating, words }: Feedback,
  now: number,
): Promise<{ wordsKept: boolean }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const target = await store.find(institution, sessionId, qid, now);
    if (target === undefined || target.userId !== userId) {
      throw new ParleyError('not_found', 'The conversation log has no such turn of yours.');
    }
    const kept = keptOf(words, target.keeps);
    const feedback = { rating, ...(kept === undefined ? {} : { words: kept }) };
    if (await store.write(target, feedback, now)) return { wordsKept: kept !== undefined };
  }
  throw new ParleyError('conflict', 'Other feedback on this was written at the same moment. Please retry.');
}

function keptOf(words: string | undefined, keeps: WordsKept): string | undefined {
  if (words === undefined || keeps === 'none') return undefined;
  return keeps === 'masked' ? maskNumbers(words) : words;
}
