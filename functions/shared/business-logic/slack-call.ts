import * as z from 'zod/mini';
import { elsewhere } from '../domain/places.ts';
import { type PostToSlack, slackReason, toSlack } from '../domain/slack/slack.ts';
import { type AddressRule, isLoopback, isPublicAddress, mayCall, publicAddressRule } from './addresses.ts';
import { ExchangeError, post, resolveWithDns } from './exchange.ts';
import { RECEIVER_TIMEOUT_MS } from './webhook-call.ts';

/** Slack answers a refused call with 200 too. */
const answer = z.object({ ok: z.boolean(), ts: z.optional(z.string()), error: z.optional(z.string()) });

/** Calls Slack's `chat.postMessage` with the desk's token. */
export const slackPoster =
  ({
    rule = publicAddressRule(),
    timeoutMs = RECEIVER_TIMEOUT_MS,
  }: {
    rule?: AddressRule;
    timeoutMs?: number;
  } = {}): PostToSlack =>
  async ({ url: address, slack }, { text, thread }) => {
    if (!isPublicAddress(address, rule)) return { reason: 'url_refused' };
    const url = new URL(address);
    const body = JSON.stringify({
      channel: slack.channel,
      text: toSlack(text),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      ...(thread !== undefined && { thread_ts: thread }),
    });
    try {
      const {
        status,
        headers,
        body: answered,
      } = await elsewhere(() =>
        post({
          url,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            authorization: `Bearer ${slack.token}`,
          },
          body,
          signal: AbortSignal.timeout(timeoutMs),
          resolve: resolveWithDns,
          mayCall: (ip) => mayCall(ip, rule) && (url.protocol === 'https:' || isLoopback(ip)),
          fresh: true,
        }),
      );
      if (status !== 200) {
        const seconds = Number(headers['retry-after']);
        const isAsked = status === 429 && seconds > 0;
        return { reason: `status_${status}`, ...(isAsked && { retryAfterMs: seconds * 1000 }) };
      }
      const { ok, ts, error } = answer.parse(JSON.parse(answered.toString('utf8')));
      return ok && ts !== undefined ? { ts } : { reason: slackReason(error) };
    } catch (error) {
      if (error instanceof ExchangeError) return { reason: error.reason };
      return { reason: 'slack_unreadable' };
    }
  };
