import { elsewhere } from '../places.ts';
import type { HandoffStore } from './handoff-store.ts';
import { type Handoff, type Message, openText, type SealedMessage, type TypingSign } from './handoffs.ts';
import { ASK_AFTER_SECONDS, type GrantedWait, type WaitShare } from './waits.ts';

/** How often a reader that waits looks for a message, in milliseconds. */
export const LOOK_EVERY_MS = 1000;

/** Messages read at once. */
const PAGE = 50;

type Place = Pick<Handoff, 'institution' | 'sessionId'>;

export interface WaitingReader {
  handoffs: Pick<HandoffStore, 'messagesAfter'>;
  waits: WaitShare;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Reads the messages after a number, and waits for the first one if there is none.
 * @param wanted.until when the wait ends, in milliseconds since the epoch
 * @param wanted.knowsTyping whether the reader shows that a person types: the wait also ends when that changes. Undefined
 * for a reader that shows no such sign
 * @param wanted.look called before each look, for what has become due meanwhile
 * @returns no messages if the wait ended, and the sign if a person types; `askAfterSeconds` if there was no wait because
 * the institution's waits have used their share
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

/** The place after a message. It names the session, so that those of another session on the dialog are not skipped. */
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
