import type { SessionTally } from '../conversations/conversations.ts';
import type { HandoffChange } from '../handoffs/handoffs.ts';
import type { Canary, Target } from '../versions/versions.ts';
import { digest } from './dialog.ts';
import type { QuerySettings } from './query-settings.ts';

/** A session ends this long after its last answered query. */
export const SESSION_LIFETIME_MS = 600_000;

/** How long the answer to a request with an `Idempotency-Key` is stored. */
export const ANSWER_LIFETIME_MS = 86_400_000;

/** One conversation, as stored between two turns. */
export interface Session {
  key: string;
  /** UUID. */
  sessionId: string;
  /** Counts the turns of all sessions ever stored under the key. */
  revision: number;
  /** The last turn that was written. */
  qid: string;
  /** The AI version with which the session began, and the application that chose it. */
  versionId: string;
  application?: string;
  /** The engine's dialog state as JSON. */
  state: string;
  /** Digests of the end users who took part (see `personOf`), by which the session can be erased. */
  people?: string[];
  /** The session's running totals for the conversation log; absent if the version keeps no log. */
  tally?: SessionTally;
  /** When the session ends, in milliseconds since the epoch. */
  endsAt: number;
  /** When the last answer was sent; absent in sessions of earlier releases. */
  answered?: LastAnswer;
  /**
   * Set while a turn does something that must not happen twice. Until the reservation ends, no other turn continues
   * from here. If the reservation expires, its turn has failed, and the state is the one before the deed.
   */
  reserved?: Reservation;
  /**
   * Who owns the conversation; absent for the assistant. `returned`: people have given it back, and the next query
   * continues with the slots they set.
   */
  owner?: 'people' | 'returned';
}

/** The last answer of a session. Times are in milliseconds since the epoch. */
export interface LastAnswer {
  /** When its query arrived. */
  receivedAt: number;
  /** When it was written, just before it was sent. */
  at: number;
  /** The answer that first asked the open question: the session's revision, and when the answer was sent. */
  asked: { revision: number; at: number };
}

export interface Reservation {
  /** The turn that reserved the session. */
  by: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The stored answer to a request with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  key: string;
  /** Identifies the request, to recognise a retry. */
  fingerprint: string;
  /** The body that was sent, encrypted with a key that needs the request; absent if it was too large. */
  answer?: Uint8Array;
  /** Digest of the end user who sent the request. */
  people?: string[];
  /** When the key may be used again, in milliseconds since the epoch. */
  endsAt: number;
}

/** How a query selects its version. */
export type Selector = { target: Target } | { versionId: string };

/** Everything that a turn needs to start. */
export interface Opening {
  /** The stored session, even if it has ended. */
  session?: Session;
  record?: IdempotencyRecord;
  /** The selected version, if it exists, and its canary. */
  version?: { versionId: string; canary?: Canary };
  /** The institution's business-logic names, sealed; absent if it has none. */
  names?: Uint8Array;
  /** The institution's settings; present if requested and set. */
  settings?: QuerySettings;
}

/** Stores sessions and answers. */
export interface SessionStore {
  /** Reads in one round trip, including every acknowledged commit. */
  open(
    institution: string,
    wanted: { sessionKey: string; recordKey?: string; selector: Selector; wantsSettings?: boolean },
  ): Promise<Opening>;
  /**
   * Writes a turn in one round trip: session and record, or neither.
   * @param turn.handoff the turn's change to the handoff, written with it
   * @param turn.previous the session that `open` returned for the key
   * @param turn.now milliseconds since the epoch; an expired record may be replaced
   * @returns false if someone else has written the session or the record since it was read
   */
  commit(turn: {
    session: Session;
    previous?: Session;
    record?: IdempotencyRecord;
    handoff?: HandoffChange;
    now: number;
  }): Promise<boolean>;
}

/** A session remembers at most this many people and forgets the earliest. */
const MAX_PEOPLE = 20;

/** A digest that identifies an end user in sessions and answers without naming them. */
export const personOf = (institution: string, externalUserId: string): string =>
  digest('person', institution, externalUserId).subarray(0, 16).toString('base64url');

/** The people of a session, including the current one. */
export const peopleWith = (people: readonly string[] | undefined, person: string): string[] =>
  [...new Set([...(people ?? []), person])].slice(-MAX_PEOPLE);
