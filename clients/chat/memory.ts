import { isObject, type JsonObject } from '../typescript/exchange.ts';

/** A query without an answer yet. It is resent unchanged, under the same key, until it is answered. */
export interface Pending {
  key: string;
  body: JsonObject & { query: string };
  /** Milliseconds since the epoch. */
  sentAt: number;
  /** True if the query was spoken, so that its answer is spoken too. */
  spoken: boolean;
}

export type Rating = 'good' | 'bad';

/** The ids of an answer that its user can rate. */
export interface Rateable {
  sessionId: string;
  qid: string;
  /** The rating that the service has stored. */
  given?: Rating;
}

export interface UserEntry {
  from: 'user';
  text: string;
  /** Milliseconds since the epoch. */
  at?: number;
}

export interface AssistantEntry {
  from: 'assistant';
  visuals: JsonObject;
  language: string;
  /** Milliseconds since the epoch. */
  at?: number;
  /** Absent if the message answers no query. */
  rateable?: Rateable;
  /** The name of the person who wrote it; absent for the assistant. */
  person?: string;
}

export type Entry = UserEntry | AssistantEntry;

/** The state of a chat that its tab keeps from page to page. */
export interface Remembered {
  entries: Entry[];
  draft: string;
  dialog?: string;
  /** The cursor of the last message that answers no query. */
  after?: string;
  /** True while people own the dialog. */
  isWithPeople?: boolean;
  pending?: Pending;
  /** Whether a chat with a launcher is open; absent until it has been opened or closed. */
  isOpen?: boolean;
  /** Answers that came while it was closed. */
  unread?: number;
}

/** Maximum number of messages to keep and show; the oldest are dropped first. */
export const MAX_ENTRIES = 200;

/** Uses storage, which may be full or blocked by the page or its user. */
function quietly<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** @param name a different name for each chat of the site */
export function openMemory(name: string, newId: () => string) {
  const key = `parley-chat ${name}`;
  let user: string | undefined;
  return {
    load: (): Remembered => readRemembered(quietly(() => sessionStorage.getItem(key))),
    save: (remembered: Remembered): void =>
      void quietly(() => sessionStorage.setItem(key, JSON.stringify(remembered))),
    /** A random id of this browser; it distinguishes the site's visitors. */
    user: (): string => {
      user ??= knownUser() ?? newUser(newId());
      return user;
    },
  };
}

const USER = 'parley-chat user';

function knownUser(): string | undefined {
  const known = quietly(() => localStorage.getItem(USER));
  return known && /^[0-9a-f-]{36}$/.test(known) ? known : undefined;
}

function newUser(user: string): string {
  quietly(() => localStorage.setItem(USER, user));
  return user;
}

function readRemembered(text: string | null | undefined): Remembered {
  const value = quietly((): unknown => JSON.parse(text ?? 'null'));
  if (!isObject(value)) return { entries: [], draft: '' };
  const { entries, draft, dialog, after, isWithPeople, pending, isOpen, unread } = value;
  return {
    entries: (Array.isArray(entries) ? entries : []).flatMap(readEntry).slice(-MAX_ENTRIES),
    draft: typeof draft === 'string' ? draft : '',
    ...(typeof dialog === 'string' && { dialog }),
    ...(typeof after === 'string' && { after }),
    ...(isWithPeople === true && { isWithPeople }),
    ...readPending(pending),
    ...(typeof isOpen === 'boolean' && { isOpen }),
    ...(typeof unread === 'number' && { unread }),
  };
}

function readEntry(value: unknown): Entry[] {
  if (!isObject(value)) return [];
  const { from, text, visuals, language, rateable, person, at: saidAt } = value;
  const at = typeof saidAt === 'number' ? { at: saidAt } : {};
  if (from === 'user' && typeof text === 'string') return [{ from, text, ...at }];
  if (from !== 'assistant' || !isObject(visuals)) return [];
  const entry = { from, visuals, language: typeof language === 'string' ? language : '', ...at } as const;
  const rated = readRateable(rateable);
  return [{ ...entry, ...(rated && { rateable: rated }), ...(typeof person === 'string' && { person }) }];
}

function readRateable(value: unknown): Rateable | undefined {
  if (!isObject(value)) return undefined;
  const { sessionId, qid, given } = value;
  if (typeof sessionId !== 'string' || typeof qid !== 'string') return undefined;
  return { sessionId, qid, ...((given === 'good' || given === 'bad') && { given }) };
}

function readPending(value: unknown): { pending?: Pending } {
  if (!isObject(value) || !isObject(value.body)) return {};
  const { key, body, sentAt, spoken } = value;
  const { query } = body;
  if (typeof key !== 'string' || typeof sentAt !== 'number' || typeof query !== 'string') return {};
  return { pending: { key, body: { ...body, query }, sentAt, spoken: spoken === true } };
}
