import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { personOf } from '../../../../functions/shared/domain/query/sessions.ts';
import { answerCall } from '../../../../functions/shared/domain/voice/conversation.ts';
import { keptAs, readCall } from '../../../../functions/shared/domain/voice/kept-calls.ts';
import { beginCall } from '../../../../functions/shared/domain/voice/relay-connections.ts';
import { createCallStore } from '../../../../functions/shared/store/calls.ts';
import { eraseConversations } from '../../../../functions/shared/store/conversation-erasure.ts';
import { setting } from '../../../../functions/shared/store/environment.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { countingBytes, DEPLOYMENT_KEY } from '../../../support/rules.ts';

const store = useDynamoDb();
const NOW = Date.parse('2026-01-31T12:00:00Z');
const deps = {
  calls: createCallStore(store.client),
  deploymentKey: async () => DEPLOYMENT_KEY,
  random: countingBytes(),
  now: () => NOW,
};
const [ME, OTHER] = ['+14155550123', '+14155550124'];
const settings = { greeting: 'Hello.', sorry: 'Sorry.', unreachable: 'Nobody.', goodbye: 'Goodbye.' };

test('all calls of a person are erased, over requests and over connections, and no others', async () => {
  const calls = [ME, OTHER].flatMap((caller) =>
    ['by webhook', 'over a connection'].map((how) => ({ caller, how, callId: `${how} of ${caller}` })),
  );
  const whereOf = (callId: string) => keptAs(deps, { institution: 'bank', channelId: 'phone', callId });
  for (const { caller, how, callId } of calls) {
    if (how === 'by webhook')
      await answerCall(
        { ...deps, ask: async () => 'failed', late: () => undefined, until: async () => undefined },
        {
          ...{ institution: 'bank', channelId: 'phone', callId, caller, turn: 0, settings },
          ...{ heard: { kind: 'start' }, isLastWait: true, answerBy: NOW },
        },
      );
    else await beginCall(deps, await whereOf(callId), { caller, callId });
    expect((await readCall(deps, await whereOf(callId))).revision).toBe(1);
  }
  const person = personOf('bank', `voice:${ME}`);
  const TableName = setting('CONVERSATIONS_TABLE');
  expect(await eraseConversations(store.client(), TableName, 'bank', person, NOW)).toBe(2);
  for (const { caller, callId } of calls)
    expect((await readCall(deps, await whereOf(callId))).revision, callId).toBe(caller === ME ? 0 : 1);
  expect(await eraseConversations(store.client(), TableName, 'bank', person, NOW)).toBe(0);
  const { Items } = await store.client().send(new ScanCommand({ TableName }));
  expect(JSON.stringify(Items)).not.toContain(person);
});
