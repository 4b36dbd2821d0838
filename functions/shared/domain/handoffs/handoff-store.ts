import type { KeptAnswer } from '../repeats.ts';
import type {
  Handoff,
  HandoffChange,
  HandoffLine,
  HandoffStatus,
  SealedMessage,
  TypingSign,
} from './handoffs.ts';

/** The effect of a change on the session. */
export type SessionChange =
  /** People own the session, which lives until `endsAt`. */
  | { to: 'people'; endsAt: number }
  /** People return the session to the assistant. */
  | { to: 'returned'; endsAt: number }
  /** The session must exist and does not change. */
  | { to: 'as it is' };

/** The facts of a session that handoffs need. */
export interface OwnedSession {
  sessionId: string;
  owner?: 'people' | 'returned';
  versionId: string;
  application?: string;
  people: string[];
  endsAt: number;
}

/** A page of handoffs, with the place of the next page. */
export interface HandoffPage {
  items: HandoffLine[];
  next?: string;
}

/** Messages and, at no extra cost, the latest sign that a person is typing. */
export interface ReadMessages {
  messages: SealedMessage[];
  typing?: TypingSign;
}

/** Stores handoffs and messages. All reads are strongly consistent. */
export interface HandoffStore {
  find(institution: string, sessionId: string): Promise<Handoff | undefined>;
  /**
   * Handoffs that are waiting or claimed, the longest wait first, or those with a status. Includes conversations that
   * have ended.
   * @param wanted.after the place after which the page begins
   */
  list(
    institution: string,
    wanted: { status?: HandoffStatus | undefined; queue?: string | undefined; limit: number; after?: string },
  ): Promise<HandoffPage>;
  findSession(sessionKey: string): Promise<OwnedSession | undefined>;
  /** Messages after a sequence number, in order. @param withNotes false for the end user */
  messagesAfter(
    place: Pick<Handoff, 'institution' | 'sessionId'>,
    after: number,
    wanted: { limit: number; withNotes: boolean },
  ): Promise<ReadMessages>;
  /** Stores a typing sign in place of the previous one. */
  sign(place: Pick<Handoff, 'institution' | 'sessionId'>, sign: TypingSign): Promise<void>;
  /**
   * @param kept the answer for a retry, written with the change
   * @returns false if the handoff has changed, the session does not allow the change, or an answer is already stored
   */
  write(change: HandoffChange, session: SessionChange, kept?: KeptAnswer): Promise<boolean>;
}
