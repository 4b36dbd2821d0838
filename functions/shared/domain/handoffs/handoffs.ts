import { openWords, sealWords, wordsKey } from '../conversations/conversations.ts';

/**
 * The stages of a conversation for people. `told`: never handed over, with messages of business logic only. `returned`:
 * back with the assistant. `closed`: ended by people.
 */
export const HANDOFF_STATUSES = ['told', 'waiting', 'claimed', 'returned', 'closed'] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

/** The author of a message. The end user never gets a `note`. */
export const SPEAKERS = ['user', 'assistant', 'person', 'note', 'business_logic'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** A conversation that people own ends this long after its last message. */
export const OWNED_LIFETIME_MS = 86_400_000;

/** Maximum characters of a message. */
export const MAX_MESSAGE = 4096;

/** The person who has claimed a conversation. */
export interface Claim {
  userId: string;
  /** The name that the end user sees. */
  name: string;
}

/** What a list of conversations shows of one. Times are in milliseconds since the epoch. */
export interface HandoffLine {
  sessionId: string;
  /** The number of the last message; 0 if there is none. */
  sequence: number;
  status: HandoffStatus;
  /** The reason and the time of the handover. */
  reason: string;
  since: number;
  /** The time by which somebody should have claimed the conversation. */
  answerBy: number;
  whenNobody: 'wait' | 'back';
  /** True if the user was told that nobody was free. */
  isNobodyTold?: boolean;
  claim?: Claim;
  /** The queue that takes the conversation; absent if the author declared none for it. */
  queue?: string | undefined;
  language: string;
  versionId: string;
  application?: string;
  /** The competency and the state at the handover. */
  competency: string;
  state: string;
  lastAt: number;
  endsAt: number;
}

/** A conversation for people. */
export interface Handoff extends HandoffLine {
  institution: string;
  sessionKey: string;
  /** Increases with every write. */
  revision: number;
  /** The number of days for which messages are kept if the version's log keeps words unmasked. Default 1. */
  keepDays?: number;
  /** The sealed `Held`. */
  held: Uint8Array;
}

/** The texts and slots of a handoff. Plain JSON. */
export interface Held {
  /** The competency's filled slots at the handover, in the form of answers, without sensitive slots. */
  slots: Record<string, unknown>;
  /** The names of all of the competency's slots, without sensitive slots. */
  names?: string[];
  /** The author's texts for the user: if nobody is free, and when the conversation returns to the assistant. */
  nobody: string;
  back: string;
  /** By slot name: the texts that people set when they returned the conversation. */
  returned?: Record<string, string>;
}

/** One message of a conversation. */
export interface Message {
  /** Increases by one with each message of the conversation, notes included. */
  sequence: number;
  /** Milliseconds since the epoch. */
  at: number;
  from: Speaker;
  /** The name of the person. */
  name?: string;
  /** The user of the person's credential. */
  userId?: string;
  /** The query that was passed on. */
  qid?: string;
  text: string;
}

/** A message with its text sealed. */
export interface SealedMessage extends Omit<Message, 'text'> {
  sealed: Uint8Array;
}

/** How long a typing sign counts. */
export const TYPING_MS = 7000;

/** A sign that a person is typing. It ends after a time or with the next message. */
export interface TypingSign {
  /** The person's name for the end user. */
  name: string;
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /** The number of the last message when the sign was given. */
  sequence: number;
}

/** A change of a handoff and its new messages, written together or not at all. */
export interface HandoffChange {
  next: Handoff;
  /** The replaced handoff; absent if there is none. */
  previous?: Handoff;
  messages: readonly SealedMessage[];
  /** Digests of the end users in the conversation, by which an erasure finds the messages. */
  people: readonly string[];
}

/** The encryption of a conversation's words, with the institution's key for logged words, bound to the session. */
export interface WordsSeal {
  deploymentKey: Uint8Array;
  institution: string;
  sessionId: string;
  /** 12 random bytes, never reused. */
  nonce: () => Uint8Array;
}

export const sealText = (
  text: string,
  { deploymentKey, institution, sessionId, nonce }: WordsSeal,
): Uint8Array => sealWords(Buffer.from(text), wordsKey(deploymentKey, institution), nonce(), sessionId);

/** @returns an empty text if the text was sealed with another key */
export const openText = (
  sealed: Uint8Array,
  { deploymentKey, institution, sessionId }: Omit<WordsSeal, 'nonce'>,
): string => openWords(sealed, wordsKey(deploymentKey, institution), sessionId)?.toString('utf8') ?? '';

export const sealHeld = (held: Held, seal: WordsSeal): Uint8Array => sealText(JSON.stringify(held), seal);

export function openHeld(sealed: Uint8Array, seal: Omit<WordsSeal, 'nonce'>): Held {
  const text = openText(sealed, seal);
  return text === '' ? { slots: {}, nobody: '', back: '' } : (JSON.parse(text) as Held);
}

/**
 * The change that adds messages to a handoff.
 * @param next further changed fields
 */
export function withMessages(
  previous: Handoff,
  next: Partial<Handoff>,
  said: readonly Omit<Message, 'sequence' | 'at'>[],
  { seal, now, people }: { seal: WordsSeal; now: number; people: readonly string[] },
): HandoffChange {
  const messages = said.map(({ text, ...message }, index) => ({
    ...message,
    sequence: previous.sequence + 1 + index,
    at: now,
    sealed: sealText(text, seal),
  }));
  return {
    next: {
      ...previous,
      ...next,
      revision: previous.revision + 1,
      sequence: previous.sequence + messages.length,
      lastAt: now,
    },
    ...(previous.revision > 0 && { previous }),
    messages,
    people,
  };
}

/** A session's handoff before its first message. */
export const newHandoff = (
  session: Pick<Handoff, 'institution' | 'sessionId' | 'sessionKey' | 'versionId' | 'application'>,
  now: number,
): Handoff => ({
  ...session,
  revision: 0,
  sequence: 0,
  status: 'told',
  reason: '',
  since: now,
  answerBy: now,
  whenNobody: 'wait',
  language: '',
  competency: '',
  state: '',
  lastAt: now,
  endsAt: now,
  held: new Uint8Array(),
});

/** True if nobody has claimed the conversation in time and the user has not been told so. */
export const isNobodyThere = ({ status, answerBy, isNobodyTold }: Handoff, now: number): boolean =>
  status === 'waiting' && isNobodyTold !== true && now >= answerBy;
