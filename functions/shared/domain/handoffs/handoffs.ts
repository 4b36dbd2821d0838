import { openWords, sealWords, wordsKey } from '../conversations/conversations.ts';

/**
 * The stages of a conversation as people see it. `told`: it was never handed over, and only has messages of business
 * logic. `returned`: it went back to the assistant. `closed`: people ended it.
 */
export const HANDOFF_STATUSES = ['told', 'waiting', 'claimed', 'returned', 'closed'] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

/** Who speaks in a message. The end user never gets a `note`. */
export const SPEAKERS = ['user', 'assistant', 'person', 'note', 'business_logic'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** While people own a conversation, it ends this long after its last message. */
export const OWNED_LIFETIME_MS = 86_400_000;

/** Maximum characters of a message. */
export const MAX_MESSAGE = 4096;

/** Who has claimed a conversation. */
export interface Claim {
  userId: string;
  /** The name that the end user sees. */
  name: string;
}

/** A conversation as people see it. Times are in milliseconds since the epoch. */
export interface Handoff {
  institution: string;
  sessionId: string;
  sessionKey: string;
  /** Increases with every write. */
  revision: number;
  /** The number of the last message; 0 if there is none. */
  sequence: number;
  status: HandoffStatus;
  /** Why it was handed over, and when. */
  reason: string;
  since: number;
  /** When somebody should have claimed it. */
  answerBy: number;
  whenNobody: 'wait' | 'back';
  /** True if the user was told that nobody has had time. */
  isNobodyTold?: boolean;
  claim?: Claim;
  /** The queue of people that takes it, if its author declared one that does. */
  queue?: string | undefined;
  language: string;
  versionId: string;
  application?: string;
  /** The competency and the state that handed over. */
  competency: string;
  state: string;
  lastAt: number;
  endsAt: number;
  /** For how many days messages are kept, where the version's log keeps words whole; absent: one. */
  keepDays?: number;
  /** What it holds, sealed; see `Held`. */
  held: Uint8Array;
}

/** What was said or filled, as far as a handoff holds it. Plain JSON. */
export interface Held {
  /** The filled slots of the competency that handed over, as answers have them; sensitive ones are left out. */
  slots: Record<string, unknown>;
  /** The names of all of its slots but sensitive ones. */
  names?: string[];
  /** The author's texts for the user: if nobody has time, and when the conversation comes back. */
  nobody: string;
  back: string;
  /** The texts of the slots that people set when they handed it back, by the slot's name. */
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

/** How long a sign that a person types counts. */
export const TYPING_MS = 7000;

/** A sign that a person types. It ends by itself, or by the next message. */
export interface TypingSign {
  /** Of the person, as the end user sees it. */
  name: string;
  /** When it ends, in milliseconds since the epoch. */
  until: number;
  /** The number of the last message when it was given. */
  sequence: number;
}

/** A change of a handoff with the messages that it brings, written whole or not at all. */
export interface HandoffChange {
  next: Handoff;
  /** The handoff that is replaced; absent if there is none. */
  previous?: Handoff;
  messages: readonly SealedMessage[];
  /** Digests of the end users who take part, by which an erasure finds the messages. */
  people: readonly string[];
}

/** What encrypts the words of a conversation: the key of the institution's logged words, bound to the session. */
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

/** @returns an empty text if it was sealed with another key */
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
 * @param next what else changes
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

/** True if nobody has claimed a conversation in the time that its author gave, and the user was not told so yet. */
export const isNobodyThere = ({ status, answerBy, isNobodyTold }: Handoff, now: number): boolean =>
  status === 'waiting' && isNobodyTold !== true && now >= answerBy;
