import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LogEntry } from '../../../../functions/shared/domain/conversations/conversations.ts';
import { createConversationLog } from '../../../../functions/shared/store/conversation-log.ts';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';

const ENTRY: LogEntry = {
  turn: {
    institution: 'bank',
    userId: 'user',
    person: 'person',
    sessionId: 'session',
    beganAt: 0,
    at: 0,
    qid: 'qid',
    ordinal: 1,
    versionId: 'version',
    milliseconds: 1,
    expiresAt: 1,
    language: 'en',
    device: null,
    outcome: 'understood',
    competency: 'hello',
    state: 'hello',
    intent: null,
    keeps: 'whole',
    words: { query: null, spoken: null, shown: null, slots: {} },
  },
  tally: { beganAt: 0, turns: 1, unhandled: 0, outcome: 'contained', competencies: [] },
  endsAt: 1,
  isNewPerson: true,
};

test('a query waits for a log that gives no answer no longer than one attempt would take', async () => {
  vi.stubEnv('CONVERSATIONS_TABLE', 'conversations');
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { attemptMs: 60_000 });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const log = createConversationLog({
    deploymentKey: async () => randomBytes(64),
    random: randomBytes,
    pack: () => new Uint8Array(1),
    client: () => client,
  });
  const unavailable = { code: 'temporarily_unavailable' };
  await Promise.all([
    expect(log.write(ENTRY)).rejects.toMatchObject(unavailable),
    expect(log.withdraw(ENTRY)).rejects.toMatchObject(unavailable),
  ]);
}, 10_000);
