import { dayOf } from '../days.ts';
import { listSessions } from './conversation-list.ts';
import type { ConversationReader, CounterReader, ReadTurn, SessionFilter } from './conversation-views.ts';
import { placeOf } from './conversation-views.ts';

/** How many sessions one page reads at most, and how many of them at once. */
export const MAX_SEARCHED = 200;
const AT_ONCE = 20;
/** The turns of a session that are searched: those of one read. */
const MAX_TURNS = 100;
const EXCERPT_LENGTH = 300;
/** How much of a longer text stands before the place that was found. */
const LEAD_LENGTH = 60;

/** A turn that contains the text. */
export interface FoundTurn {
  turn: ReadTurn;
  saidBy: 'user' | 'assistant';
  /** What was said, at most {@link EXCERPT_LENGTH} characters of it. */
  excerpt: string;
}

export interface SearchPage {
  found: FoundTurn[];
  /** Number of sessions that were read for this page. */
  searched: number;
  /** Cursor of the next page, as of `listSessions`; absent if all of the period is searched. */
  next?: string;
}

/**
 * Searches what the log holds of the sessions that began within a range of days, latest first. A page reads up to
 * {@link MAX_SEARCHED} sessions and ends after the session with the `limit`-th turn, so it may find more turns, or
 * none and still have a next page. Masked texts are searched as they are kept: masked.
 * @param asked.text its words have to occur in one text, in any order, case and accents ignored
 */
export async function searchTurns(
  reader: Pick<ConversationReader, 'sessionsOf' | 'turnsOf'> & Partial<CounterReader>,
  institution: string,
  asked: {
    text: string;
    from: string;
    to: string;
    after?: string;
    limit: number;
    filter: SessionFilter;
    now: number;
  },
): Promise<SearchPage> {
  const { text, limit, now, ...range } = asked;
  const words = plain(text).split(' ');
  const { sessions, next } = await listSessions(reader, institution, { ...range, now, limit: MAX_SEARCHED });
  const found: FoundTurn[] = [];
  for (let place = 0; place < sessions.length; place += AT_ONCE) {
    const some = sessions.slice(place, place + AT_ONCE);
    const pages = await Promise.all(
      some.map(({ sessionId }) => reader.turnsOf(institution, sessionId, { limit: MAX_TURNS, now })),
    );
    for (const [index, { items }] of pages.entries()) {
      found.push(...items.flatMap((turn) => foundIn(turn, words)));
      const line = some[index];
      const searched = place + index + 1;
      if (found.length < limit || line === undefined) continue;
      const rest = searched < sessions.length ? `${dayOf(line.beganAt)}#${placeOf(line)}` : next;
      return { found, searched, ...(rest !== undefined && { next: rest }) };
    }
  }
  return { found, searched: sessions.length, ...(next !== undefined && { next }) };
}

function foundIn(turn: ReadTurn, words: readonly string[]): FoundTurn[] {
  const { query = null, spoken = null, shown = null } = turn.words ?? {};
  const texts = [
    ['user', query],
    ['assistant', shown ?? spoken],
  ] as const;
  return texts.flatMap(([saidBy, text]) => {
    if (text === null) return [];
    const searched = plain(text);
    if (!words.every((word) => searched.includes(word))) return [];
    return [{ turn, saidBy, excerpt: excerptOf(text, words[0] ?? '') }];
  });
}

/** Without case, accents and repeated blanks. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** A text that is short, or the part of it around the first word. */
function excerptOf(text: string, word: string): string {
  const characters = [...text];
  if (characters.length <= EXCERPT_LENGTH) return text;
  // The place is approximate where accents or blanks were dropped before it, which the lead covers.
  const at = Math.max(0, [...(plain(text).split(word)[0] ?? '')].length - LEAD_LENGTH);
  const part = characters.slice(at, at + EXCERPT_LENGTH).join('');
  return `${at > 0 ? '…' : ''}${part}${at + EXCERPT_LENGTH < characters.length ? '…' : ''}`;
}
