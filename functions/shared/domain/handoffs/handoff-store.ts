import type { KeptAnswer } from '../repeats.ts';
import type { Handoff, HandoffChange, HandoffStatus, SealedMessage, TypingSign } from './handoffs.ts';

/** What a change needs of the session or does to it. */
export type SessionChange =
  /** People own it and go on: it lives on until `endsAt`. */
  | { to: 'people'; endsAt: number }
  /** People give it back. */
  | { to: 'returned'; endsAt: number }
  /** It exists. */
  | { to: 'as it is' };

/** A session as far as people need it. */
export interface OwnedSession {
  sessionId: string;
  owner?: 'people' | 'returned';
  versionId: string;
  application?: string;
  people: string[];
  endsAt: number;
}

/** A place in the list of handoffs. */
export interface HandoffPage {
  items: Handoff[];
  next?: string;
}

/** Messages, and the latest sign of a person's typing, which is read with them and costs nothing. */
export interface ReadMessages {
  messages: SealedMessage[];
  typing?: TypingSign;
}

/** Stores handoffs and messages. All reads are strongly consistent. */
export interface HandoffStore {
  find(institution: string, sessionId: string): Promise<Handoff | undefined>;
  /** Handoffs with one of the statuses, in no order, even if they have ended. */
  list(
    institution: string,
    wanted: { statuses: readonly HandoffStatus[]; queue?: string | undefined; limit: number; after?: string },
  ): Promise<HandoffPage>;
  findSession(sessionKey: string): Promise<OwnedSession | undefined>;
  /** Messages after a sequence number, in order. @param withNotes false for the end user */
  messagesAfter(
    place: Pick<Handoff, 'institution' | 'sessionId'>,
    after: number,
    wanted: { limit: number; withNotes: boolean },
  ): Promise<ReadMessages>;
  /** Keeps a sign, in place of the one before. */
  sign(place: Pick<Handoff, 'institution' | 'sessionId'>, sign: TypingSign): Promise<void>;
  /**
   * @param kept the answer for a retry, written with the change
   * @returns false if the handoff has changed, the session is not as the change needs it, or there is such an answer
   */
  write(change: HandoffChange, session: SessionChange, kept?: KeptAnswer): Promise<boolean>;
}
