import * as z from 'zod/mini';
import { slackPoster } from '../shared/business-logic/slack-call.ts';
import { isFromSlack, slackEvent } from '../shared/channels/slack-request.ts';
import { fromSlack, takeReply } from '../shared/domain/slack/slack.ts';
import { findCalled, hasSlack, unknownWebhook } from '../shared/domain/webhooks/webhooks.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { deskDependencies } from '../shared/store/desk-dependencies.ts';

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

const deps = deskDependencies();

/** Slack waits three seconds for an answer. */
const NOTICE_MS = 1000;

/** `POST /v1/slack/{desk}`: takes what people write in the threads of conversations. */
export const handler = publicEndpoint({ name: 'slack-events', cors: false }, async (request) => {
  const called = await findCalled(deps, request.pathParameters.desk);
  if (called === undefined) throw unknownWebhook();
  const { institution, webhook } = called;
  // A foreign webhook and a wrong signature look the same.
  if (!hasSlack(webhook) || !isFromSlack(request, webhook.slack.signingSecret)) throw unknownWebhook();
  const event = slackEvent(request);
  if (event === undefined) return { body: {} };
  if (event.type === 'url_verification') return { body: { challenge: event.challenge } };
  const reply = written.safeParse(event.event);
  if (!reply.success) return { body: {} };
  const { channel, thread_ts: thread, user, text, files = [] } = reply.data;
  const said = fromSlack(text);
  const given = {
    eventId: event.event_id,
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
});
