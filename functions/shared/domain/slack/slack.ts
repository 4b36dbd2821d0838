import type { Act } from '../handoffs/acts.ts';
import { type DeskDependencies, replyFromDesk } from '../handoffs/desk-reply.ts';
import { MAX_MESSAGE, type Message } from '../handoffs/handoffs.ts';
import type { Attempt } from '../webhooks/deliveries.ts';
import type { HandoffEvent } from '../webhooks/events.ts';
import type { SlackDesk, Webhook } from '../webhooks/webhooks.ts';

/** Maps conversations to threads of a desk. All reads are strongly consistent. */
export interface ThreadStore {
  /** @returns the `ts` of the thread's first message */
  threadOf(institution: string, webhookId: string, sessionId: string): Promise<string | undefined>;
  conversationOf(institution: string, webhookId: string, thread: string): Promise<string | undefined>;
  keep(
    institution: string,
    webhookId: string,
    place: { sessionId: string; thread: string; now: number },
  ): Promise<void>;
}

/** Calls `chat.postMessage`. It never throws. @returns the message's `ts` */
export type PostToSlack = (
  webhook: Webhook & { slack: SlackDesk },
  message: { text: string; thread?: string },
) => Promise<{ ts: string } | { reason: string; retryAfterMs?: number }>;

/** The reason of a refusal, as the log has it: Slack's error, if it has the form of one. */
export const slackReason = (error = ''): string =>
  `slack_${/^[a-z_]{1,40}$/.test(error) ? error : 'refused'}`;

/** The user in whose name people in Slack claim and answer. */
const USER_PREFIX = 'slack:';

/** Writes an event into its conversation's thread; creates the thread if there is none. */
export async function writeToThread(
  { threads, postToSlack, now }: { threads: ThreadStore; postToSlack: PostToSlack; now: () => number },
  institution: string,
  webhook: Webhook & { slack: SlackDesk },
  event: HandoffEvent,
  message: Message | undefined,
): Promise<Attempt> {
  const text = lineOf(event, message);
  if (text === undefined) return { delivered: true, status: 204 };
  const { sessionId } = event;
  const thread = await threads.threadOf(institution, webhook.id, sessionId);
  const posted = await postToSlack(webhook, { text, ...(thread !== undefined && { thread }) });
  if ('reason' in posted) return { delivered: false, ...posted };
  if (thread === undefined) {
    try {
      await threads.keep(institution, webhook.id, { sessionId, thread: posted.ts, now: now() });
    } catch {
      // Nobody could answer in a thread that is not known, so the next attempt begins another one.
      return { delivered: false, reason: 'thread_not_kept' };
    }
  }
  return { delivered: true, status: 200 };
}

/** @returns undefined for an action that somebody took in the thread itself */
function lineOf({ type, handoff }: HandoffEvent, message: Message | undefined): string | undefined {
  const isFromSlack = (userId: string | undefined) => userId?.startsWith(USER_PREFIX) === true;
  switch (type) {
    case 'handoff.opened':
      return `A conversation waits for somebody (${handoff.competency || handoff.reason}, ${handoff.language}). Answer in this thread; write ${BACK} to give it back, or ${CLOSE} to end it.`;
    case 'handoff.claimed':
      return isFromSlack(handoff.claim?.userId) ? undefined : `${handoff.claim?.name} has claimed it.`;
    case 'handoff.returned':
      return 'The assistant goes on.';
    case 'handoff.closed':
      return 'The conversation has ended.';
    case 'message.created': {
      if (message === undefined || isFromSlack(message.userId)) return undefined;
      const speaker = { user: '', assistant: 'Assistant: ', business_logic: 'System: ', note: 'Note: ' };
      const name = message.from === 'person' ? `${message.name}: ` : speaker[message.from];
      return `${name}${message.text}`;
    }
  }
}

/** The words in a thread that give a conversation back or close it. */
const BACK = '!back';
const CLOSE = '!close';

/** A message that somebody wrote in a thread. */
export interface ThreadReply {
  /** Slack's id of the event, the same for each retry. */
  eventId: string;
  channel: string;
  thread: string;
  user: string;
  text: string;
  /** Set if files came with it, which are not taken. */
  hasFiles?: boolean;
}

/**
 * Carries out a reply, once even if Slack sends it repeatedly: claims the conversation for its author and answers.
 * @returns the message for the author if it was not carried out
 */
export async function takeReply(
  deps: DeskDependencies & { threads: ThreadStore },
  institution: string,
  webhook: Webhook & { slack: SlackDesk },
  reply: ThreadReply,
  now: number,
): Promise<string | undefined> {
  if (reply.channel !== webhook.slack.channel) return undefined;
  const sessionId = await deps.threads.conversationOf(institution, webhook.id, reply.thread);
  if (sessionId === undefined) return undefined;
  if (reply.text.length > MAX_MESSAGE) {
    return `This was not sent: a message has at most ${MAX_MESSAGE} characters, and this one has ${reply.text.length}.`;
  }
  if (reply.text.trim() === '') return reply.hasFiles ? 'This was not sent: files cannot be.' : undefined;
  const wanted = actOf(reply.text);
  const { name } = webhook.slack;
  const by = { sessionId, userId: USER_PREFIX + reply.user, name, id: `slack:${reply.eventId}`, wanted };
  if (!(await replyFromDesk(deps, institution, by, now))) {
    return 'This was not sent: the conversation has ended or is with the assistant again, or your institution is suspended.';
  }
  return reply.hasFiles ? 'Only the text was sent: files cannot be.' : undefined;
}

function actOf(text: string): Act {
  const word = text.trim().toLowerCase();
  if (word === BACK) return { action: 'hand_back', slots: {} };
  if (word === CLOSE) return { action: 'close' };
  return { action: 'answer', text };
}

/** A text in Slack's format: three characters are escaped, and links are in angle brackets. */
export const toSlack = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A link with its address where its label does not say it; of a mention, the name alone. */
function linkOf(target: string, label: string): string {
  if (!/^(?:https?|mailto|tel):/i.test(target)) return label;
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');
  if (label === '') return target;
  return bare(target) === bare(label) ? label : `${label} (${target})`;
}

/** The text that somebody wrote, with links and mentions as they are read. */
export const fromSlack = (text: string): string =>
  text
    .replace(/<([^<>|]+)\|([^<>]*)>/g, (_link, target: string, label: string) => linkOf(target, label))
    .replace(/<([^<>]+)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
