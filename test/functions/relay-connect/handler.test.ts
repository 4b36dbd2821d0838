import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/relay-connect/handler.ts';

const { connections, opening } = vi.hoisted(() => ({
  connections: new Set<string>(),
  opening: { run: async (): Promise<boolean> => true },
}));
vi.mock('../../../functions/shared/http/log.ts', () => ({
  createLog: () => ({ info: () => undefined, error: () => undefined }),
}));
vi.mock('../../../functions/shared/store/connections.ts', () => ({
  createConnectionStore: () => ({
    add: async ({ id }: { id: string }) => connections.add(id) !== undefined,
    remove: async ({ id }: { id: string }) => connections.delete(id),
  }),
}));
vi.mock('../../../functions/shared/domain/voice/relay-connections.ts', () => ({
  openConnection: () => opening.run(),
}));
vi.mock('../../../functions/shared/domain/voice/kept-calls.ts', () => ({
  keptAs: async () => ({ institution: 'bank', channelId: 'c', key: 'k' }),
  readCall: async () => ({ call: { relay: {}, isOver: false }, revision: 1 }),
}));
vi.mock('../../../functions/shared/business-logic/channels/conversation-relay.ts', () => ({
  isSignedRelay: () => true,
}));
vi.mock('../../../functions/shared/domain/webhooks/webhooks.ts', () => ({
  findCalled: async () => ({
    institution: 'bank',
    webhook: { id: 'c', channel: { kind: 'voice', authToken: 't', relay: { url: 'wss://x', mostCalls: 1 } } },
  }),
  hasChannel: () => true,
}));

const connect = () => handler({ requestContext: { connectionId: 'n', requestId: 'r' } });

beforeEach(() => connections.clear());

test('an opened connection keeps its place', async () => {
  opening.run = async () => true;
  expect(await connect()).toEqual({ statusCode: 200 });
  expect([...connections]).toEqual(['n']);
});

test.each([
  ['the call is over', async () => false, 404],
  ['the call cannot be written', async () => Promise.reject(new Error('down')), 500],
])('a failed connection frees its place, because %s', async (_why, run, statusCode) => {
  opening.run = run;
  expect(await connect()).toEqual({ statusCode });
  expect([...connections]).toEqual([]);
});
