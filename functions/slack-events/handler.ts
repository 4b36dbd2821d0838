import * as z from 'zod/mini';
import { slackPoster } from '../shared/business-logic/slack-call.ts';
import { isSignedBySlack } from '../shared/domain/signatures.ts';
import { fromSlack, takeReply } from '../shared/domain/slack/slack.ts';
import { findCalled, hasSlack, unknownWebhook } from '../shared/domain/webhooks/webhooks.ts';
import { jsonBody } from '../shared/http/body.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { header } from '../shared/http/request.ts';
import { handoffChangeDependencies } from '../shared/store/handoff-dependencies.ts';
import { createThreadStore } from '../shared/store/slack-threads.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

/** A request of Slack's Events API: its check of the address, or an event. */
const outer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string() }),
  z.object({ type: z.literal('event_callback'), event_id: z.string(), event: z.unknown() }),
]);

/**
 * What somebody wrote in a thread. Bots have `bot_id`; edits, deletions and joins a `subtype`. Two subtypes are answers
 * too: with files, and those that the channel is to see as well.
 */
const written = z.object({
  type: z.literal('message'),
  channel: z.string(),
  thread_ts: z.string(),
  user: z.string(),
  text: z.string(),
  bot_id: z.optional(z.undefined()),
  subtype: z.optional(z.enum(['file_share', 'thread_broadcast'])),
  files: z.optional(z.array(z.unknown())),
});

const deps = {
  ...handoffChangeDependencies(),
  threads: createThreadStore(),
  webhooks: createWebhookStore(),
};

/** Slack waits three seconds for an answer. */
const NOTICE_MS = 1000;

/** `POST /v1/slack/{desk}`: takes what people write in the threads of conversations. */
export const handler = publicEndpoint({ name: 'slack-events', cors: false }, async (request) => {
  const called = await findCalled(deps, request.pathParameters.desk);
  if (called === undefined) throw unknownWebhook();
  const { institution, webhook } = called;
  // A foreign webhook and a wrong signature look the same.
  if (!hasSlack(webhook) || !isSigned(webhook.slack.signingSecret)) throw unknownWebhook();
  const event = outer.safeParse(jsonBody(request).body);
  if (!event.success) return { body: {} };
  if (event.data.type === 'url_verification') return { body: { challenge: event.data.challenge } };
  const reply = written.safeParse(event.data.event);
  if (!reply.success) return { body: {} };
  const { channel, thread_ts: thread, user, text, files = [] } = reply.data;
  const said = fromSlack(text);
  const given = {
    eventId: event.data.event_id,
    channel,
    thread,
    user,
    text: said,
    hasFiles: files.length > 0,
  };
  const notice = await takeReply(deps, institution, webhook, given, request.now);
  if (notice !== undefined) {
    await slackPoster({ timeoutMs: NOTICE_MS })(webhook, { text: notice, thread });
  }
  return { body: {} };

  function isSigned(secret: string): boolean {
    const timestamp = header(request, 'x-slack-request-timestamp') ?? '';
    const signature = header(request, 'x-slack-signature') ?? '';
    return isSignedBySlack({ timestamp, signature, body: request.body }, secret, request.now);
  }
});
