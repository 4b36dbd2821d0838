import { createServer } from 'node:http';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { setting } from '../../../functions/shared/store/environment.ts';
import {
  eventAttributes,
  eventPartition,
  eventSortKey,
} from '../../../functions/shared/store/webhook-items.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';
import { useServer } from '../../support/server.ts';
import { addUnchecked } from '../../support/webhooks.ts';

const store = useDynamoDb();

/** Invocations requested of Lambda. */
const invoked: unknown[] = [];
const lambda = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  invoked.push([decodeURIComponent(request.url ?? ''), JSON.parse(body)]);
  response.writeHead(202).end();
});
const origin = useServer(lambda);

const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:deliver:live';

test('a stream event and the schedule invoke the function once per webhook', async () => {
  process.env.LAMBDA_ENDPOINT = origin();
  process.env.WEBHOOKS = 'on';
  const { openDelivery } = await import('../../../functions/webhooks-deliver/delivery.ts');
  const { handler } = await import('../../../functions/webhooks-deliver/handler.ts');
  const { webhooks, queue } = openDelivery();
  const facts = {
    status: 'waiting' as const,
    reason: 'wish',
    since: 1,
    answerBy: 2,
    language: 'en',
    versionId: 'v',
    competency: 'c',
    state: 's',
  };
  const event = {
    type: 'handoff.opened' as const,
    sessionId: 's',
    order: 100,
    at: Date.now(),
    handoff: facts,
  };
  for (const institution of ['one', 'two']) {
    await addUnchecked(
      { webhooks, deploymentKey: async () => new Uint8Array(64), random: (size) => Buffer.alloc(size, 1) },
      institution,
      { id: `of-${institution}`, url: 'https://desk.example.com/', events: ['handoff.opened'], createdAt: 1 },
    );
    const pk = eventPartition(institution);
    const Item = { pk, sk: eventSortKey(event), ...eventAttributes(event) };
    await store.client().send(new PutCommand({ TableName: setting('CONVERSATIONS_TABLE'), Item }));
    await queue.spread(institution, event, [`of-${institution}`]);
  }
  const context = { invokedFunctionArn: ARN } as Parameters<typeof handler>[1];
  const path = `/2015-03-31/functions/${ARN}/invocations`;
  const record = { dynamodb: { Keys: { pk: { S: 'one#webhook-events' }, sk: { S: 'webhook-event#s#1' } } } };
  await handler({ Records: [record, record] }, context);
  expect(invoked).toEqual([[path, { institution: 'one', webhook: 'of-one' }]]);
  invoked.length = 0;
  await handler({ source: 'aws.events' }, context);
  expect(invoked.map((call) => JSON.stringify(call)).toSorted()).toEqual(
    ['one', 'two'].map((name) => JSON.stringify([path, { institution: name, webhook: `of-${name}` }])),
  );

  // An institution whose events cannot be read does not hold up others, but the invocation fails at the end.
  invoked.length = 0;
  const broken = { pk: eventPartition('one'), sk: 'webhook-event#s#2', type: 'secret words' };
  await store.client().send(new PutCommand({ TableName: setting('CONVERSATIONS_TABLE'), Item: broken }));
  const lines: string[] = [];
  const written = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => Boolean(lines.push(String(line))));
  await expect(handler({ source: 'aws.events' }, context)).rejects.toThrow('some institutions');
  written.mockRestore();
  expect(invoked).toEqual([[path, { institution: 'two', webhook: 'of-two' }]]);
  expect(lines.filter((line) => line.includes('"institution":"one"'))).toHaveLength(1);
  expect(lines.join()).not.toContain('secret words');
});
