import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Parley } from '../../../clients/typescript/index.ts';
import { isSigned, type SlackOptions, slackServer } from '../../../examples/channels/slack.ts';
import { sharedDemo } from '../../support/shared-service.ts';

/** The example in https://docs.slack.dev/authentication/verifying-requests-from-slack. */
const PUBLISHED = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  timestamp: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  body: Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
      '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  ),
};
const SIGNED_AT = Number(PUBLISHED.timestamp) * 1000;

describe('the signature', () => {
  const { secret, ...request } = PUBLISHED;

  test('accepts the example that Slack publishes', () => {
    expect(isSigned(request, secret, SIGNED_AT)).toBe(true);
  });

  test.each([-300, 300])('is valid up to %i seconds away', (seconds) => {
    expect(isSigned(request, secret, SIGNED_AT + seconds * 1000)).toBe(true);
    expect(isSigned(request, secret, SIGNED_AT + Math.sign(seconds) + seconds * 1000)).toBe(false);
  });

  test.each([
    ['another body', { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) }],
    ['another time', { ...request, timestamp: '1531420619' }],
    ['another signature', { ...request, signature: request.signature.replace(/3$/, '4') }],
    ['half of it', { ...request, signature: request.signature.slice(0, 34) }],
    ['none', { ...request, signature: '' }],
    ['no time', { ...request, timestamp: '' }],
  ])('is invalid with %s', (_name, changed) => {
    expect(isSigned(changed, secret, SIGNED_AT)).toBe(false);
  });

  test('is invalid with another secret', () => {
    expect(isSigned(request, `${secret}x`, SIGNED_AT)).toBe(false);
  });
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The answers that the simulated Slack has received. */
const posted: { text: string }[] = [];
let arrived: () => void = () => undefined;
let slack = '';
beforeAll(async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    posted.push(JSON.parse(body));
    response.end();
    arrived();
  });
  servers.push(server);
  slack = await listen(server);
});
afterEach(() => {
  posted.length = 0;
});

const nextPost = () =>
  new Promise<void>((resolve) => {
    arrived = resolve;
  });

async function startChannel(options: Partial<SlackOptions> = {}) {
  const { base_url, app_key } = sharedDemo();
  const queries: { key: string | null; body: Record<string, unknown> }[] = [];
  const parley = new Parley({
    baseUrl: base_url,
    credential: { appKey: app_key },
    surroundings: {
      fetch: (input, init) => {
        const key = new Headers(init?.headers).get('Idempotency-Key');
        queries.push({ key, body: JSON.parse(String(init?.body)) });
        return fetch(input, init);
      },
    },
  });
  const reports: unknown[] = [];
  const server = slackServer({
    parley,
    signingSecret: 'secret',
    application: 'demo:bank',
    responseOrigin: slack,
    report: (error) => reports.push(error),
    ...options,
  });
  servers.push(server);
  return { url: await listen(server), queries, reports };
}

interface Given {
  text: string;
  user?: string;
  id?: string;
  responseUrl?: string;
}

/** Sends a slash command like Slack. */
async function give(
  url: string,
  { text, user = 'U1', id = randomUUID(), responseUrl = `${slack}/commands/1` }: Given,
  secret = 'secret',
) {
  const fields = {
    team_id: 'T1',
    channel_id: 'C1',
    user_id: user,
    trigger_id: id,
    response_url: responseUrl,
    text,
  };
  const body = new URLSearchParams(fields).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Slack-Request-Timestamp': timestamp, 'X-Slack-Signature': `v0=${digest}` },
    body,
  });
  return { status: response.status, text: await response.text() };
}

describe('a slash command', () => {
  test('is answered at its response_url, in a conversation per user', async () => {
    const { url, queries } = await startChannel();
    const user = `U${randomUUID().slice(0, 8)}`;
    let post = nextPost();
    expect(await give(url, { text: 'move 50 dollars from checking', user })).toEqual({
      status: 200,
      text: '',
    });
    await post;
    expect(posted).toEqual([{ response_type: 'ephemeral', text: 'To which account?', mrkdwn: false }]);
    post = nextPost();
    await give(url, { text: 'to savings', user });
    await post;
    expect(posted[1]?.text).toContain('Move $50 from your checking account');
    post = nextPost();
    await give(url, { text: 'to savings', user: `${user}x` });
    await post;
    expect(posted[2]?.text).not.toContain('Move $50');
    expect(queries[0]?.body).toMatchObject({ external_user_id: `slack:T1:${user}`, device: 'slack' });
    expect(String(queries[0]?.body.dialog_seed)).not.toContain(user);
  });

  test('that Slack repeats is sent and answered only once', async () => {
    const { url, queries } = await startChannel();
    const post = nextPost();
    const id = randomUUID();
    await give(url, { text: 'hello', id });
    await give(url, { text: 'hello', id });
    await post;
    const again = nextPost();
    await give(url, { text: 'hello', id: `${id}-other` });
    await again;
    expect(queries.map(({ key }) => key)).toEqual([`slack:${id}`, `slack:${id}-other`]);
    expect(posted).toHaveLength(2);
  });

  test('without text returns its usage', async () => {
    const { url, queries } = await startChannel();
    expect((await give(url, { text: ' ' })).text).toContain('after the command');
    expect(queries).toEqual([]);
  });

  test('escapes Slack’s markup, and shows links and choices as text', async () => {
    const visuals = {
      speakableResponse: 'Which <one> & why?',
      formattedResponse: '',
      choices: ['Checking', '<!channel>'],
      link: { url: 'https://bank.example/a?b=1&c=2', title: 'All of them' },
    };
    const parley = new Parley({
      baseUrl: 'https://service.example',
      credential: { appKey: 'k' },
      surroundings: { fetch: async () => Response.json({ dialog: 'd', visuals }) },
    });
    const { url } = await startChannel({ parley });
    const post = nextPost();
    await give(url, { text: 'hello' });
    await post;
    expect(posted[0]?.text).toBe(
      'Which &lt;one&gt; &amp; why?\nAll of them: https://bank.example/a?b=1&amp;c=2\n• Checking\n• &lt;!channel&gt;',
    );
  });

  test('that fails gets an apology, and its owner gets the error', async () => {
    const { base_url } = sharedDemo();
    const parley = new Parley({ baseUrl: base_url, credential: { appKey: 'x'.repeat(40) } });
    const { url, reports } = await startChannel({ parley });
    const post = nextPost();
    await give(url, { text: 'hello' });
    await post;
    expect(posted[0]?.text).toContain('I cannot answer right now.');
    expect(reports).toEqual([expect.objectContaining({ status: 401 })]);
  });

  test('that Slack did not sign is refused', async () => {
    const { url, queries } = await startChannel();
    expect((await give(url, { text: 'hello' }, 'other')).status).toBe(401);
    expect((await fetch(url)).status).toBe(405);
    expect(queries).toEqual([]);
  });

  test('with a response_url outside Slack is refused', async () => {
    const { url, queries } = await startChannel();
    expect((await give(url, { text: 'hello', responseUrl: 'https://evil.example/' })).status).toBe(400);
    expect(queries).toEqual([]);
  });

  test('that is larger than 64 KiB is refused', async () => {
    const { url } = await startChannel();
    const send = async (bytes: number) =>
      (await fetch(url, { method: 'POST', body: 'x'.repeat(bytes) })).status;
    expect(await send(64 * 1024)).toBe(401);
    expect(await send(64 * 1024 + 1)).toBe(413);
  });
});
