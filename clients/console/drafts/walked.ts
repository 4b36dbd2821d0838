import type { LoggedConversation, Parley } from '../../typescript/index.ts';
import { dayOf, firstOf } from '../format.ts';

type Turn = Pick<LoggedConversation['turns'][number], 'competency' | 'classifier_state' | 'explanation'>;

/** How often users reached each state of a competency, and took each way between states, as `wayKey` names it. */
export interface Walked {
  conversations: number;
  /** True if older conversations were not read. */
  isPartial: boolean;
  states: ReadonlyMap<string, number>;
  ways: ReadonlyMap<string, number>;
}

export const wayKey = (from: string, to: string): string => `${from} → ${to}`;

/** Counts the states and ways of a competency in the turns of conversations. */
export function countWalked(competency: string, turns: readonly Turn[]): Pick<Walked, 'states' | 'ways'> {
  const [states, ways] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { classifier_state: state, explanation } of turns.filter(
    (turn) => turn.competency === competency,
  )) {
    count(states, state);
    for (const { from, to } of explanation?.transitions ?? []) count(ways, wayKey(from, to));
  }
  return { states, ways };
}

const DAYS = 7;
const MAX_CONVERSATIONS = 50;
/** Conversations read at the same time. */
const AT_ONCE = 5;
const MAX_TURNS = 100;

/** Reads the latest conversations of the last week that reached a competency, and counts its states and ways. */
export async function readWalked(parley: Parley, competency: string, now: number): Promise<Walked> {
  const [from, to] = [firstOf(DAYS, now), dayOf(now)];
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await parley.listConversations({ from, to, competency, ...(cursor && { cursor }) });
    listed.push(...page.conversations.map(({ session_id }) => session_id));
    cursor = page.next_cursor;
  } while (cursor !== undefined && listed.length < MAX_CONVERSATIONS);
  const ids = listed.slice(0, MAX_CONVERSATIONS);
  const turns: Turn[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const read = ids.slice(at, at + AT_ONCE).map((id) => parley.readConversation(id, { limit: MAX_TURNS }));
    turns.push(...(await Promise.all(read)).flatMap((conversation) => conversation.turns));
  }
  const isPartial = cursor !== undefined || listed.length > ids.length;
  return { conversations: ids.length, isPartial, ...countWalked(competency, turns) };
}
