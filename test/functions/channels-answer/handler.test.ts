import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDynamoDb } from '../../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';
import { useServer } from '../../support/server.ts';
import { addUnchecked, SMS } from '../../support/webhooks.ts';

useDynamoDb();

const KEY = 'k'.repeat(64);
const ID = '0b54bd7c-58e2-4d0b-8d3f-6f6c3a0f5a11';
const QUERY = 'arn:aws:lambda:eu-west-1:123456789012:function:query:live';
const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:answer:live';

/** Lambda invocations and Twilio messages that the handler requested. */
const invoked: [string, Record<string, never>][] = [];
const sent: string[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const url = decodeURIComponent(request.url ?? '');
  if (url === '/messages') {
    sent.push(new URLSearchParams(body).get('Body') ?? '');
    response.end('{}');
    return;
  }
  invoked.push([url, JSON.parse(body)]);
  if (request.headers['x-amz-invocation-type'] === 'Event') {
    response.writeHead(202).end();
    return;
  }
  const answer = { session_id: 's', visuals: { speakableResponse: 'You are welcome.' } };
  response.end(JSON.stringify({ statusCode: 200, headers: {}, body: JSON.stringify(answer) }));
});

const origin = useServer(server);
let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'deployment.key'), KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(path.join(folder, 'deployment.key')).href;
});
afterAll(() => removeFolder(folder));

test('the schedule invokes the function per conversation, which asks the query function in the channel’s name', async () => {
  const base = origin();
  process.env.LAMBDA_ENDPOINT = base;
  process.env.QUERY = QUERY;
  process.env.BLS_ALLOW_LOOPBACK = '1';
  const { takeMessage } = await import('../../../functions/shared/domain/channels/messages.ts');
  const { createTaskStore } = await import('../../../functions/shared/store/channel-tasks.ts');
  const { createWebhookStore } = await import('../../../functions/shared/store/webhooks.ts');
  const { readPrincipal } = await import('../../../functions/shared/http/principal.ts');
  const { handler } = await import('../../../functions/channels-answer/handler.ts');
  const deps = {
    webhooks: createWebhookStore(),
    tasks: createTaskStore(),
    deploymentKey: async () => Buffer.from(KEY),
    random: randomBytes,
  };
  await addUnchecked(deps, 'acme', {
    id: ID,
    url: `${base}/messages`,
    events: ['message.created'],
    createdAt: 1,
    channel: SMS,
  });
  const now = Date.now();
  const message = { id: 'SM1', user: '+15550111', address: '+15550111', text: 'thank you', at: now };
  const line = await takeMessage(deps, 'acme', ID, message, now);

  const context = { invokedFunctionArn: ARN } as Parameters<typeof handler>[1];
  const pathOf = (arn: string) => `/2015-03-31/functions/${arn}/invocations`;
  await handler({ source: 'aws.events' }, context);
  expect(invoked).toEqual([[pathOf(ARN), { institution: 'acme', channel: ID, line }]]);

  await handler(invoked[0]?.[1], context);
  const [url, asked] = invoked[1] ?? ['', {} as Record<string, never>];
  expect(url).toBe(pathOf(QUERY));
  expect(readPrincipal(asked as never)).toMatchObject({
    institution: 'acme',
    userId: `channel:${ID}`,
    scopes: ['query'],
  });
  expect(JSON.parse(String(asked.body))).toMatchObject({
    query: 'thank you',
    external_user_id: 'sms:+15550111',
    dialog_seed: line,
    device: 'sms',
  });
  expect(sent).toEqual(['You are welcome.']);

  await handler({ source: 'aws.events' }, context);
  expect(invoked).toHaveLength(2);
});
