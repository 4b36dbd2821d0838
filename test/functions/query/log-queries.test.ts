import { beforeEach, expect, test } from 'vitest';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { bankWith } from './support/assistant.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(() => {
  service = createService(db);
  service.businessLogic = async (_settings, _servers, body) => ({
    status: 'answered',
    body,
    exactBody: body,
  });
});

/** Sends queries in one conversation with the small bank, whose amounts are sensitive. */
async function talk(logQueries: boolean, queries: readonly string[]) {
  await service.publish(['default'], bankWith(`log_queries: ${logQueries}`));
  for (const query of queries) {
    const fields = {
      query,
      dialog_seed: 's',
      external_user_id: 'ana',
      language: 'en',
      token: 'canary-token',
    };
    expect((await service.ask(fields)).status).toBe(200);
  }
  return service.logged.map((event) => JSON.stringify(event)).filter((event) => event.startsWith('["turn"'));
}

const TRANSFER = ['transfer money', 'from checking', 'to savings', '4929 dollars'];

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

test('the log lines of a request name its trace', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await service.publish();
  await service.ask({}, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  await service.ask();
  const named = service.logged.map((event) => JSON.stringify(event).includes(`"traceId":"${traceId}"`));
  const lines = service.logged.map((event) => JSON.stringify(event).slice(2).split('"')[0]);
  expect(lines.map((line, index) => [line, named[index]])).toEqual([
    ['turn', true],
    ['answered', true],
    ['turn', false],
    ['answered', false],
  ]);
});

test('a version without log_queries logs no query, slot or state', async () => {
  await talk(false, TRANSFER);
  const log = JSON.stringify(service.logged);
  for (const word of ['transfer', 'checking', 'savings', '4929', 'ana', 'canary'])
    expect(log).not.toContain(word);
});

test('a version with log_queries logs queries, states and slots, but no sensitive value', async () => {
  const log = await talk(true, [...TRANSFER, 'yes']);
  expect(log[1]).toContain('"query":"from checking"');
  expect(log[2]).toContain('"state":"transfer"');
  expect(log[3]).toContain('"_ACCOUNT_TO_":["savings"]');
  expect(log.join('\n')).not.toContain('4929');
  expect(log.join('\n')).not.toContain('canary');
});

test('a query with a sensitive value for another competency is not logged with it', async () => {
  const log = await talk(true, ['balance of checking before I spent 4929 dollars', 'balance of checking']);
  expect(log[0]).toContain('"competency":"balance"');
  expect(log.join('\n')).not.toContain('4929');
  expect(log[1]).toContain('"query":"balance of checking"');
});

test.each([
  ['is out of bounds', 'move 49290 dollars'],
  ['is not understood', 'four nine to nine'],
])('an answer to the question for a sensitive value is not logged if it %s', async (_, query) => {
  const log = await talk(true, ['transfer money', 'from checking', 'to savings', query]);
  expect(log).toHaveLength(4);
  // A random id may have these digits.
  expect(log[3]?.replace(UUID, '')).not.toMatch(/4929|nine/);
});
