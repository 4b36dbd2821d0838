import type { SessionTally } from '../conversations/conversations.ts';
import type { Canary, Target } from '../versions/versions.ts';
import { digest } from './dialog.ts';
import type { QuerySettings } from './query-settings.ts';

/** A session ends this long after the last answered query. */
export const SESSION_LIFETIME_MS = 600_000;

/** The answer to a request with an `Idempotency-Key` is kept this long after it was given. */
export const ANSWER_LIFETIME_MS = 86_400_000;

/** One conversation, as the store keeps it between two turns. */
export interface Session {
  key: string;
  /** UUID. */
  sessionId: string;
  /** Counts the turns of everything that was ever kept under the key. */
  revision: number;
  /** The turn that was written last. */
  qid: string;
  /** The AI version that the session began with, and the application that chose it. */
  versionId: string;
  application?: string;
  /** The dialog state of the engine, as JSON. */
  state: string;
  /** Digests of the end users who spoke in it (see `personOf`), by which it can be erased. */
  people?: string[];
  /** The session's running totals for the log of conversations; absent where its version keeps none. */
  tally?: SessionTally;
  /** Milliseconds since the epoch at which the session is over. */
  endsAt: number;
  /** When the last answer left; absent in sessions of releases that did not note it. */
  answered?: LastAnswer;
  /**
   * Set while a turn does what cannot be done twice. Until the reservation ends, no other turn continues from here.
   * After that the turn that held it has failed, and the state is the one in which the deed is still to be done.
   */
  reserved?: Reservation;
}

/** The last answer of a session. Times are in milliseconds since the epoch. */
export interface LastAnswer {
  /** When its query arrived. */
  receivedAt: number;
  /** When it was written, right before it left. */
  at: number;
  /** The answer that first asked what is awaited now: its session's revision, and when it left. */
  asked: { revision: number; at: number };
}

export interface Reservation {
  /** Names the one that reserved it. */
  by: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** The answer to a request that carried an `Idempotency-Key`. */
export interface IdempotencyRecord {
  key: string;
  /** Tells whether a later request with the same key is the same request. */
  fingerprint: string;
  /** The body that was sent, sealed with what only the request gives; absent where it was too large to keep. */
  answer?: Uint8Array;
  /** Digest of the end user who asked. */
  people?: string[];
  /** Milliseconds since the epoch from which on the key is free again. */
  endsAt: number;
}

/** The way in which a query says which version it wants. */
export type Selector = { target: Target } | { versionId: string };

/** Everything that a turn starts from. */
export interface Opening {
  /** The session as it was kept, even where it has ended since. */
  session?: Session;
  record?: IdempotencyRecord;
  /** The version that the selector names, where there is one, and the canary that stands beside it. */
  version?: { versionId: string; canary?: Canary };
  /** The institution's names with their meanings, sealed; absent where it has none. */
  names?: Uint8Array;
  /** The institution's settings; present where they were asked for and something was set. */
  settings?: QuerySettings;
}

/** Keeps sessions and answers. */
export interface SessionStore {
  /** Reads in one round trip, and sees every commit that was acknowledged before. */
  open(
    institution: string,
    wanted: { sessionKey: string; recordKey?: string; selector: Selector; wantsSettings?: boolean },
  ): Promise<Opening>;
  /**
   * Writes a turn in one round trip: session and record, or neither.
   * @param turn.previous what `open` gave for the session's key
   * @param turn.now milliseconds since the epoch; a record that has ended by then may be replaced
   * @returns false where someone else wrote the session or the record since
   */
  commit(turn: {
    session: Session;
    previous?: Session;
    record?: IdempotencyRecord;
    now: number;
  }): Promise<boolean>;
}

/** More people than this do not share a session; the earliest of them are forgotten. */
const MAX_PEOPLE = 20;

/** A digest that stands for an end user in sessions and answers: it does not tell who it is. */
export const personOf = (institution: string, externalUserId: string): string =>
  digest('person', institution, externalUserId).subarray(0, 16).toString('base64url');

/** The people of a session with one who speaks in it now. */
export const peopleWith = (people: readonly string[] | undefined, person: string): string[] =>
  [...new Set([...(people ?? []), person])].slice(-MAX_PEOPLE);
