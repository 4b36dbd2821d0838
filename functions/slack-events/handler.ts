import * as z from 'zod/mini';
import { slackPoster } from '../shared/business-logic/slack-call.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { MAX_MESSAGE } from '../shared/domain/handoffs/handoffs.ts';
import { fromSlack, isSignedBySlack, takeReply } from '../shared/domain/slack/slack.ts';
import { findWebhook, hasSlack } from '../shared/domain/webhooks/webhooks.ts';
import { jsonBody } from '../shared/http/body.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { header } from '../shared/http/request.ts';
import { handoffChangeDependencies } from '../shared/store/handoff-dependencies.ts';
import { createThreadStore } from '../shared/store/slack-threads.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

/** A request of Slack's Events API: the verification of the address, or an event. */
const outer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string() }),
  z.object({ type: z.literal('event_callback'), event_id: z.string(), event: z.unknown() }),
]);

/** A person's message in a thread. Bots' messages have a `bot_id`; edits, deletions and joins have a `subtype`. */
const written = z.object({
  type: z.literal('message'),
  channel: z.string(),
  thread_ts: z.string(),
  user: z.string(),
  text: z.string(),
  bot_id: z.optional(z.undefined()),
  subtype: z.optional(z.undefined()),
});

const deps = {
  ...handoffChangeDependencies(),
  threads: createThreadStore(),
  webhooks: createWebhookStore(),
};

/** Timeout of a notice, within the three seconds that Slack waits for an answer. */
const NOTICE_MS = 1000;

/** `POST /v1/slack/{desk}`: takes people's messages from the threads of conversations. */
export const handler = publicEndpoint({ name: 'slack-events', cors: false }, async (request) => {
  const [institution = '', id = ''] = (request.pathParameters.desk ?? '').split('.');
  const webhook = await findWebhook(deps, institution, id);
  // A wrong signature gets the same answer as an unknown webhook.
  if (!hasSlack(webhook) || !isSigned(webhook.slack.signingSecret)) throw unknownDesk();
  const event = outer.safeParse(jsonBody(request).body);
  if (!event.success) return { body: {} };
  if (event.data.type === 'url_verification') return { body: { challenge: event.data.challenge } };
  const reply = written.safeParse(event.data.event);
  if (!reply.success) return { body: {} };
  const { channel, thread_ts: thread, user, text } = reply.data;
  const said = fromSlack(text).slice(0, MAX_MESSAGE);
  if (said.trim() === '') return { body: {} };
  const given = { eventId: event.data.event_id, channel, thread, user, text: said };
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

const unknownDesk = (): ParleyError => new ParleyError('not_found', 'There is no such webhook.');
