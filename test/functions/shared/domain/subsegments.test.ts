import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aboutRequest } from '../../../../functions/shared/domain/request-facts.ts';
import { asSubsegment, subsegmentsSent, TRACING } from '../../../../functions/shared/domain/subsegments.ts';
import { publicEndpoint } from '../../../../functions/shared/http/endpoint.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { call } from '../../../support/requests.ts';

const ROOT = '1-581cf771-a006649127e371903a2de979';
const PARENT = '70de5b6f19ff9a0a';
const CALL = { name: 'elsewhere', operation: 'POST', namespace: 'remote' } as const;

const store = useDynamoDb();
let daemon: Socket;
let arrived: Record<string, unknown>[] = [];

beforeAll(async () => {
  daemon = createSocket('udp4').on('message', (message) => {
    const [head = '', document = ''] = message.toString().split('\n');
    expect(JSON.parse(head)).toEqual({ format: 'json', version: 1 });
    arrived.push(JSON.parse(document));
  });
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  process.env.AWS_XRAY_DAEMON_ADDRESS = `127.0.0.1:${daemon.address().port}`;
});
afterAll(() => daemon.close());
afterEach(() => {
  arrived = [];
  delete process.env[TRACING];
  delete process.env._X_AMZN_TRACE_ID;
});

function traced(sampled = 1): void {
  process.env[TRACING] = 'true';
  process.env._X_AMZN_TRACE_ID = `Root=${ROOT};Parent=${PARENT};Sampled=${sampled};Lineage=1:a:0`;
}

/** Sends a last datagram, waits for it, and returns all that arrived before it. */
async function allArrived(): Promise<typeof arrived> {
  await subsegmentsSent();
  const before = once(daemon, 'message');
  const last = createSocket('udp4');
  last.send('{"format":"json","version":1}\n{"last":true}', daemon.address().port, '127.0.0.1', () =>
    last.close(),
  );
  await before;
  while (arrived.at(-1)?.last !== true) await once(daemon, 'message');
  return arrived.slice(0, -1);
}

describe('a call that an invocation makes', () => {
  test('of DynamoDB is a part of its trace, with the institution and the version it was for', async () => {
    traced();
    await aboutRequest({ institution: 'acme', versionId: 'v1' }, () =>
      store.client().send(new PutCommand({ TableName: process.env.SESSIONS_TABLE, Item: { pk: 'x' } })),
    );
    const [subsegment, ...others] = await allArrived();
    expect(others).toEqual([]);
    expect(subsegment).toEqual({
      type: 'subsegment',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      trace_id: ROOT,
      parent_id: PARENT,
      name: 'DynamoDB',
      namespace: 'aws',
      start_time: expect.any(Number),
      end_time: expect.any(Number),
      aws: { operation: 'PutItem' },
      annotations: { institution: 'acme', ai_version: 'v1' },
    });
  });

  test('that fails is marked so, with whose fault it was', async () => {
    traced();
    const twice = new PutCommand({
      TableName: process.env.SESSIONS_TABLE,
      Item: { pk: 'x' },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await store
      .client()
      .send(twice)
      .catch(() => undefined);
    await expect(store.client().send(twice)).rejects.toThrow();
    await expect(asSubsegment(CALL, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await allArrived()).slice(-2)).toMatchObject([
      { name: 'DynamoDB', error: true },
      { name: 'elsewhere', namespace: 'remote', fault: true },
    ]);
  });

  test.each([
    [
      'the deployment does not trace',
      () => (process.env._X_AMZN_TRACE_ID = `Root=${ROOT};Parent=${PARENT};Sampled=1`),
    ],
    ['this invocation is not to be traced', () => traced(0)],
    ['Lambda says nothing of a trace', () => (process.env[TRACING] = 'true')],
  ])('is not traced if %s', async (_, arrange) => {
    arrange();
    expect(await asSubsegment(CALL, async () => 'done')).toBe('done');
    expect(await allArrived()).toEqual([]);
  });
});

test('an answer is sent after its calls are traced, and its log line names the trace', async () => {
  traced();
  const lines: Record<string, unknown>[] = [];
  const keep = (_: string, fields: Record<string, unknown>) => void lines.push(fields);
  const log = { info: keep, warn: keep, error: keep };
  const endpoint = publicEndpoint({ name: 'x', log }, async () => ({
    body: await asSubsegment(CALL, async () => ({})),
  }));
  expect((await call(endpoint)).status).toBe(200);
  expect(lines).toMatchObject([{ xrayTraceId: ROOT }]);
  expect(await allArrived()).toHaveLength(1);
});
