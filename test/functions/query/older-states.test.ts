import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { openState, sealState } from '../../../functions/query/sealed.ts';
import { sessionKey } from '../../../functions/shared/domain/query/dialog.ts';
import { smallBank } from '../../engine/dialogue/bank.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let deeds = 0;

beforeEach(async () => {
  service = createService(db);
  deeds = 0;
  service.businessLogic = async (_settings, _servers, request) => {
    if (request.state === 'transfer_confirmed') deeds += 1;
    const body = { ...request, response_slots: { reference: 'R1' } };
    return { status: 'answered', body, exactBody: body };
  };
  await service.publish(undefined, smallBank());
});

/** Fields of a session's item, state and frame, as the release before the last wrote them. */
const ITEM = [
  'pk session_id revision qid ai_version application state people tally ends_at reserved expires_at',
].flatMap((names) => names.split(' '));
const STATE = 'schema frames finished wishes choice hasTold asksWhatChanges last kept sessionInfo'.split(' ');
const FRAME = 'state intent slots asked misses skipped prompt pending'.split(' ');

type Fields = Record<string, unknown>;
const withKeys = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** Asks for a transfer up to its confirmation, and stores its session as another release would have. */
async function awaitingYes(
  written: (state: Fields) => unknown,
): Promise<{ dialog: string; sessionId: string }> {
  const { body } = await service.ask({ query: 'send 50 dollars from checking to savings' });
  expect(spoken(body)).toBe('Move $50 from checking to savings?');
  const { dialog } = body;
  const { institution, deploymentKey } = service;
  const Key = { pk: sessionKey({ institution, userId: 'ana' }, dialog) };
  const TableName = process.env.SESSIONS_TABLE;
  const { Item = {} } = await db.uncounted().send(new GetCommand({ TableName, Key }));
  const key = { deploymentKey, dialog };
  const state: Fields = JSON.parse(openState(String(Item.state), key) ?? '');
  const sealed = sealState(JSON.stringify(written(state)), key, Buffer.alloc(12, 1));
  await db.uncounted().send(new PutCommand({ TableName, Item: { ...withKeys(ITEM, Item), state: sealed } }));
  service.time += 1000;
  return { dialog, sessionId: body.session_id };
}

const spoken = (body: { visuals: { speakableResponse: string } }): string => body.visuals.speakableResponse;

test('a conversation continues from a state of the release before the last, and its deed is done once', async () => {
  const { dialog, sessionId } = await awaitingYes((state) => ({
    ...withKeys(STATE, state),
    frames: (state.frames as Fields[]).map((frame) => withKeys(FRAME, frame)),
  }));
  const first = await service.ask({ dialog, query: 'yes' });
  expect([spoken(first.body), deeds]).toEqual(['Done, reference R1.', 1]);
  expect(first.body.session_id).toBe(sessionId);
  service.time += 1000;
  const second = await service.ask({ dialog, query: 'what is my balance' });
  expect([second.body.competency, second.body.session_id, deeds]).toEqual(['balance', sessionId, 1]);
});

test.each<[string, (state: Fields) => unknown]>([
  ['of a form that is not known', (state) => ({ ...state, schema: 3 })],
  ['of a form before that', (state) => ({ ...state, schema: 1 })],
  ['that is none', () => ({})],
  ['that is nothing', () => null],
])('a session with a state %s is over: a yes to its question does nothing', async (_, written) => {
  const { dialog, sessionId } = await awaitingYes(written);
  const answer = await service.ask({ dialog, query: 'yes' });
  expect([answer.status, deeds]).toEqual([200, 0]);
  expect(answer.body.session_id).not.toBe(sessionId);
  expect(answer.body.dialog).not.toBe(dialog);
});
