import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import * as z from 'zod/mini';
import type { Demo } from '../../local/service.ts';
import { type Call, send } from '../support/load.ts';

/** An acknowledged key. */
export interface WrittenKey {
  id: string;
  /** The key's possible names: two if a change was requested but not acknowledged. */
  names: string[];
  gone: 'no' | 'perhaps' | 'yes';
}

/** A query with an `Idempotency-Key`. */
export interface WrittenTurn {
  idempotencyKey: string;
  query: string;
  /** The answer, if any. */
  answer?: { qid: string; session_id: string };
}

/** A conversation, turn by turn; only the last turn may lack an answer. */
export interface Dialog {
  seed: string;
  turns: WrittenTurn[];
}

/** All requests of all writers so far. */
export interface Written {
  tokens: string[];
  keys: WrittenKey[];
  dialogs: Dialog[];
}

/** The number of writers of each kind. */
const WRITERS = { tokens: 1, keys: 2, dialogs: 4 };

/** A repeating conversation without irreversible actions. */
const SAYINGS = [
  'how much is in my savings account',
  'transfer 50 dollars from checking to savings',
  'no, make it 60',
  'cancel that',
];

export const KEYS_PATH = '/v1/apps/applicationtoken';

const written = { token: z.object({ access_token: z.string() }), key: z.object({ id: z.string() }) };
const turnAnswer = z.object({ qid: z.string(), session_id: z.string() });

/** Signs in as a caller that manages keys. */
export async function obtainToken(demo: Demo, agent?: Agent): Promise<string> {
  const { client_id, client_secret, service_user_id } = demo;
  const form = { grant_type: 'client_credentials', client_id, client_secret, service_user_id };
  const answer = await send(demo.base_url, formCall('/v1/oauth', form), 0, agent);
  return written.token.parse(JSON.parse(answer)).access_token;
}

export const formCall = (path: string, fields: Record<string, string>): Call => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: () => new URLSearchParams(fields).toString(),
});

export const jsonCall = (path: string, authorization: string, fields: object): Call => ({
  method: 'POST',
  path,
  headers: { Authorization: authorization, 'Content-Type': 'application/json' },
  body: () => JSON.stringify(fields),
});

/** Takes a turn; repeating it sends the same request. */
export async function takeTurn(demo: Demo, seed: string, turn: WrittenTurn, agent?: Agent) {
  const fields = { query: turn.query, dialog_seed: seed, external_user_id: seed };
  const call = jsonCall('/v1/query', `App-Key ${demo.app_key}`, fields);
  const headers = { ...call.headers, 'Idempotency-Key': turn.idempotencyKey };
  return turnAnswer.parse(JSON.parse(await send(demo.base_url, { ...call, headers }, 0, agent)));
}

/** The next turn of a dialog. */
export const nextTurn = ({ turns }: Dialog): WrittenTurn => ({
  idempotencyKey: randomUUID(),
  query: SAYINGS[turns.length % SAYINGS.length] ?? '',
});

/**
 * Starts all writers. Each sends one request after another, whatever the outcome.
 * @param bearer of a user that may create keys
 * @returns a function that stops them and returns the written data
 */
export function startWriting(demo: Demo, bearer: string): () => Promise<Written> {
  const agent = new Agent({ keepAlive: true });
  const all: Written = { tokens: [], keys: [], dialogs: [] };
  const over = new AbortController();
  const authorization = `Bearer ${bearer}`;
  const post = (path: string, fields: object) =>
    send(demo.base_url, jsonCall(path, authorization, fields), 0, agent);

  const writeToken = async () => {
    all.tokens.push(await obtainToken(demo, agent));
  };
  /** Creates a key, renames it, and deletes two of three. */
  const writeKey = async () => {
    const { id } = written.key.parse(JSON.parse(await post(KEYS_PATH, { name: 'first', scopes: 'query' })));
    const key: WrittenKey = { id, names: ['first'], gone: 'no' };
    all.keys.push(key);
    key.names.push('second');
    await post(`${KEYS_PATH}/${id}`, { name: 'second' });
    key.names.shift();
    if (all.keys.length % 3 === 0) return;
    key.gone = 'perhaps';
    const headers = { Authorization: authorization };
    await send(demo.base_url, { method: 'DELETE', path: `${KEYS_PATH}/${id}`, headers }, 0, agent);
    key.gone = 'yes';
  };
  const writeDialog = async () => {
    const dialog: Dialog = { seed: randomUUID(), turns: [] };
    all.dialogs.push(dialog);
    while (!over.signal.aborted) {
      const turn = nextTurn(dialog);
      dialog.turns.push(turn);
      turn.answer = await takeTurn(demo, dialog.seed, turn, agent);
    }
  };
  const untilOver = async (write: () => Promise<void>) => {
    while (!over.signal.aborted) await write().catch(() => undefined);
  };
  const many = (count: number, write: () => Promise<void>) =>
    Array.from({ length: count }, () => untilOver(write));
  const writers = [
    ...many(WRITERS.tokens, writeToken),
    ...many(WRITERS.keys, writeKey),
    ...many(WRITERS.dialogs, writeDialog),
  ];
  return async () => {
    over.abort();
    await Promise.all(writers);
    agent.destroy();
    return all;
  };
}
