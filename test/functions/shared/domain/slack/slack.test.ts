import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { slackPoster } from '../../../../../functions/shared/business-logic/slack-call.ts';
import { fromSlack, writeToThread } from '../../../../../functions/shared/domain/slack/slack.ts';

const desk = { channel: 'C0123', token: 'xoxb-1', signingSecret: 's', name: 'Support' };
const webhook = { id: 'w', url: 'https://slack.com/', events: [], secrets: [], createdAt: 1, slack: desk };

describe('what somebody wrote in Slack', () => {
  test.each([
    ['<https://bank.example/a|our page>', 'our page (https://bank.example/a)'],
    ['<https://bank.example/|bank.example>', 'bank.example'],
    ['<https://bank.example/a|https://bank.example/a>', 'https://bank.example/a'],
    ['<https://evil.example/|bank.example>', 'bank.example (https://evil.example/)'],
    ['<https://bank.example/?a=1&amp;b=2|here>', 'here (https://bank.example/?a=1&b=2)'],
    ['<mailto:mia@bank.example|mia@bank.example>', 'mia@bank.example'],
    ['<https://bank.example/a>', 'https://bank.example/a'],
    ['<@U123|mia> in <#C1|general>', 'mia in general'],
  ])('%s is read as %s', (written, read) => {
    expect(fromSlack(written)).toBe(read);
  });
});

describe('an event for Slack', () => {
  const event = {
    type: 'handoff.closed' as const,
    sessionId: 's',
    order: 1,
    at: 1,
    handoff: {
      status: 'closed' as const,
      reason: 'wish',
      since: 1,
      answerBy: 2,
      language: 'en',
      versionId: 'v',
      competency: 'c',
      state: 's',
    },
  };

  test('fails without throwing if its thread cannot be kept', async () => {
    const threads = {
      threadOf: async () => undefined,
      conversationOf: async () => undefined,
      keep: async () => Promise.reject(new Error('the table is away')),
    };
    const deps = { threads, postToSlack: async () => ({ ts: '1.1' }), now: () => 1 };
    expect(await writeToThread(deps, 'acme', webhook, event, undefined)).toEqual({
      delivered: false,
      reason: 'thread_not_kept',
    });
  });

  test('waits as long as Slack asks', async () => {
    const slack = createServer((_request, response) =>
      response.writeHead(429, { 'Retry-After': '30' }).end(),
    );
    await new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(slack.address() as AddressInfo).port}/`;
    const post = slackPoster({ rule: { allowLoopback: true, allowedRanges: [] } });
    expect(await post({ ...webhook, url }, { text: 'hello' })).toEqual({
      reason: 'status_429',
      retryAfterMs: 30_000,
    });
    slack.close();
  });
});
