import { elsewhere } from '../places.ts';
import type { HandoffStore } from './handoff-store.ts';
import { type Handoff, type Message, openText, type SealedMessage, type TypingSign } from './handoffs.ts';
import { ASK_AFTER_SECONDS, type GrantedWait, type WaitShare } from './waits.ts';

/** The interval at which a waiting reader looks for messages. */
export const LOOK_EVERY_MS = 1000;

/** Maximum number of messages read at once. */
const PAGE = 50;

type Place = Pick<Handoff, 'institution' | 'sessionId'>;

export interface WaitingReader {
  handoffs: Pick<HandoffStore, 'messagesAfter'>;
  waits: WaitShare;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the messages after a number. If there are none, waits for the first one.
 * @param wanted.until the end of the wait, in milliseconds since the epoch
 * @param wanted.knowsTyping true if the reader shows a typing sign; the wait also ends when that changes. Undefined if
 * the reader shows no typing signs
 * @param wanted.look called before each look, for work that has become due
 * @returns no messages if the wait ended; the typing sign if a person is typing; `askAfterSeconds` if the institution
 * has used up its share of waits
 */
export async function awaitMessages(
  { handoffs, waits, now, wait }: WaitingReader,
  place: Place,
  wanted: {
    after: number;
    withNotes: boolean;
    until: number;
    knowsTyping?: boolean | undefined;
    look?: () => Promise<void>;
  },
): Promise<{ messages: SealedMessage[]; typing?: TypingSign; askAfterSeconds?: number }> {
  let granted: GrantedWait | undefined;
  try {
    for (;;) {
      await wanted.look?.();
      const { messages, typing: sign } = await handoffs.messagesAfter(place, wanted.after, {
        ...wanted,
        limit: PAGE,
      });
      const last = messages.at(-1)?.sequence ?? wanted.after;
      const isTyping = sign !== undefined && now() < sign.until && sign.sequence >= last;
      const read = { messages, ...(isTyping && { typing: sign }) };
      const left = wanted.until - now();
      const isNews = messages.length > 0 || (wanted.knowsTyping ?? isTyping) !== isTyping;
      if (isNews || left <= 0) return read;
      granted ??= await waits.take(place.institution, left, now());
      if (granted === undefined) return { ...read, askAfterSeconds: ASK_AFTER_SECONDS };
      await elsewhere(() => wait(Math.min(left, LOOK_EVERY_MS)));
    }
  } finally {
    await granted?.end(now());
  }
}

export const openMessages = (
  messages: readonly SealedMessage[],
  place: Place,
  deploymentKey: Uint8Array,
): Message[] =>
  messages.map(({ sealed, ...message }) => ({
    ...message,
    text: openText(sealed, { ...place, deploymentKey }),
  }));

/** The place after a message. It names the session, so that a reader skips no messages of the dialog's next session. */
export const writePlace = (sessionId: string, sequence: number): string => `${sessionId}.${sequence}`;

/**
 * The number in a place; 0 if the place is of another session.
 * @returns undefined for anything else
 */
export function readPlace(place: string, sessionId: string): number | undefined {
  const [, session, sequence] = /^([0-9a-f-]{36})\.(\d{1,10})$/.exec(place) ?? [];
  if (session === undefined) return undefined;
  return session === sessionId ? Number(sequence) : 0;
}
