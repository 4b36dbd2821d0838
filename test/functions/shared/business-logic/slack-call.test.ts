import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { slackPoster } from '../../../../functions/shared/business-logic/slack-call.ts';
import { useServer } from '../../../support/server.ts';

let answer: object = {};
const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
const origin = useServer(server);

test.each([
  ['channel_not_found', 'slack_channel_not_found'],
  ['Ana, call +1 555 0100', 'slack_refused'],
  ['x'.repeat(41), 'slack_refused'],
  ['', 'slack_refused'],
  [undefined, 'slack_refused'],
])('the log has the error %s of Slack only if it is the name of an error', async (error, reason) => {
  answer = { ok: false, error };
  const url = `${origin()}/`;
  const slack = { channel: 'C1', token: 'xoxb-1', signingSecret: 's', name: 'Desk' };
  const webhook = { id: 'w', url, events: [], secrets: [], createdAt: 0, slack };
  const post = slackPoster({ rule: { allowLoopback: true, allowedRanges: [] } });
  expect(await post(webhook, { text: 'hello' })).toEqual({ reason });
});
