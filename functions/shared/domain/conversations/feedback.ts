import type { Principal } from '../credentials/principal.ts';
import { ParleyError } from '../errors.ts';
import type { Rating, WordsKept } from './conversations.ts';
import { maskNumbers } from './masking.ts';

/** A person's opinion of an answer, or of a whole session. */
export interface Feedback {
  sessionId: string;
  qid?: string;
  rating: Rating;
  words?: string;
}

/** The turn or session that feedback is about, as far as the log knows it. */
export interface FeedbackTarget {
  institution: string;
  sessionId: string;
  qid?: string;
  /** The user of the credential that asked. */
  userId: string;
  beganAt: number;
  versionId: string;
  application?: string;
  /** The key of the turn in the log. */
  turn: string;
  /** The version's rule for keeping what was said. */
  keeps: WordsKept;
  /** Epoch seconds at which the turn goes. */
  expiresAt: number;
  /** The rating that it had before. */
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
  /** @returns false where the turn is gone, or somebody else said something of it meanwhile */
  write(target: FeedbackTarget, feedback: Pick<Feedback, 'rating' | 'words'>, now: number): Promise<boolean>;
}

const ATTEMPTS = 3;

/**
 * Keeps feedback; new feedback takes the place of what was said of the same before.
 * @returns whether its words were kept, which the version decides
 * @throws {ParleyError} `not_found` for a turn that the log does not have, or that another user's credential asked
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
      throw new ParleyError('not_found', 'The log of conversations has no such turn of yours.');
    }
    const kept = keptOf(words, target.keeps);
    const feedback = { rating, ...(kept === undefined ? {} : { words: kept }) };
    if (await store.write(target, feedback, now)) return { wordsKept: kept !== undefined };
  }
  throw new ParleyError(
    'conflict',
    'Somebody else said something of this at the same moment; send it again.',
  );
}

function keptOf(words: string | undefined, keeps: WordsKept): string | undefined {
  if (words === undefined || keeps === 'none') return undefined;
  return keeps === 'masked' ? maskNumbers(words) : words;
}
