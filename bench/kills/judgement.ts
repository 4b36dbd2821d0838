import { Agent } from 'node:http';
import * as z from 'zod/mini';
import type { Demo } from '../../local/service.ts';
import { send } from '../support/load.ts';
import {
  type Dialog,
  formCall,
  KEYS_PATH,
  nextTurn,
  takeTurn,
  type Written,
  type WrittenKey,
} from './writing.ts';

/** The state of written data after the kills. */
export interface Judgement {
  /** Acknowledged tokens, key changes and turns. */
  acknowledged: number;
  /** Acknowledged data that is missing or different, in words. */
  lost: string[];
  /** Unacknowledged requests that cannot be retried. */
  stuck: string[];
}

const introspection = z.object({ active: z.boolean() });
const keyList = z.object({ tokens: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * Checks everything over HTTP. A turn exists if its retry gets the same answer with the same `qid`, and its
 * conversation exists if the next turn is in the same session.
 * @param goesOn whether to take another turn in conversations; false if their ten minutes may be over
 */
export async function judge(
  demo: Demo,
  bearer: string,
  written: Written,
  { goesOn }: { goesOn: boolean },
): Promise<Judgement> {
  const agent = new Agent({ keepAlive: true });
  try {
    const lost = await lostTokens(demo, written.tokens, agent);
    lost.push(...(await lostKeys(demo, bearer, written.keys, agent)));
    const stuck: string[] = [];
    for (const dialog of written.dialogs) {
      const judged = await judgeDialog(demo, dialog, goesOn, agent);
      lost.push(...judged.lost);
      stuck.push(...judged.stuck);
    }
    const turns = written.dialogs.flatMap((dialog) => dialog.turns.filter(({ answer }) => answer));
    // A key is created, renamed and deleted.
    const changes = written.keys.map(
      ({ names, gone }) => 1 + (names.length === 1 ? 1 : 0) + (gone === 'yes' ? 1 : 0),
    );
    const acknowledged =
      written.tokens.length + turns.length + changes.reduce((total, count) => total + count, 0);
    return { acknowledged, lost, stuck };
  } finally {
    agent.destroy();
  }
}

async function lostTokens(demo: Demo, tokens: readonly string[], agent: Agent): Promise<string[]> {
  const lost: string[] = [];
  const { client_id, client_secret } = demo;
  for (const token of tokens) {
    const call = formCall('/v1/oauth/introspect', { client_id, client_secret, token });
    const { active } = introspection.parse(JSON.parse(await send(demo.base_url, call, 0, agent)));
    if (!active) lost.push('a token');
  }
  return lost;
}

async function lostKeys(
  demo: Demo,
  bearer: string,
  keys: readonly WrittenKey[],
  agent: Agent,
): Promise<string[]> {
  const call = { method: 'GET', path: KEYS_PATH, headers: { Authorization: `Bearer ${bearer}` } } as const;
  const { tokens } = keyList.parse(JSON.parse(await send(demo.base_url, call, 0, agent)));
  const listed = new Map(tokens.map(({ id, name }) => [id, name]));
  return keys.flatMap(({ id, names, gone }) => {
    const name = listed.get(id);
    if (name === undefined) return gone === 'no' ? ['a key'] : [];
    if (gone === 'yes') return ['the deletion of a key'];
    return names.includes(name) ? [] : ['the name of a key'];
  });
}

async function judgeDialog(
  demo: Demo,
  dialog: Dialog,
  goesOn: boolean,
  agent: Agent,
): Promise<Pick<Judgement, 'lost' | 'stuck'>> {
  const lost: string[] = [];
  const stuck: string[] = [];
  for (const turn of dialog.turns) {
    try {
      const again = await takeTurn(demo, dialog.seed, turn, agent);
      if (turn.answer === undefined) turn.answer = again;
      else if (again.qid !== turn.answer.qid) lost.push('a turn');
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      if (turn.answer === undefined) stuck.push(`a turn without an answer: ${what}`);
      else lost.push(`a turn: ${what}`);
    }
  }
  const session = dialog.turns.findLast(({ answer }) => answer)?.answer?.session_id;
  if (!goesOn || session === undefined) return { lost, stuck };
  const next = await takeTurn(demo, dialog.seed, nextTurn(dialog), agent);
  if (next.session_id !== session) lost.push('a conversation');
  return { lost, stuck };
}
