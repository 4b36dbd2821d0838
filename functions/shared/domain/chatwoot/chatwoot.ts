import type { Act } from '../handoffs/acts.ts';
import { type DeskDependencies, replyFromDesk } from '../handoffs/desk-reply.ts';
import { MAX_MESSAGE, type Message } from '../handoffs/handoffs.ts';
import type { ThreadStore } from '../slack/slack.ts';
import type { Attempt } from '../webhooks/deliveries.ts';
import type { HandoffEvent } from '../webhooks/events.ts';
import type { ChatwootDesk, Webhook } from '../webhooks/webhooks.ts';

type Desk = Webhook & { chatwoot: ChatwootDesk };

/** A conversation in Chatwoot: its contact there, and its number. */
export interface ChatwootPlace {
  contact: string;
  conversation: string;
}

/** Calls Chatwoot's API for clients of an API inbox. It never throws. */
export interface ChatwootApi {
  /** @param identifier names the contact, the same for a conversation whenever it is begun */
  begin(webhook: Desk, identifier: string): Promise<ChatwootPlace | Extract<Attempt, { delivered: false }>>;
  write(webhook: Desk, place: ChatwootPlace, text: string): Promise<Attempt>;
}

/** The user in whose name people in Chatwoot claim and answer. */
const USER_PREFIX = 'chatwoot:';

/** Writes an event into its conversation in Chatwoot; begins one if there is none. */
export async function writeToChatwoot(
  { threads, chatwoot, now }: { threads: ThreadStore; chatwoot: ChatwootApi; now: () => number },
  institution: string,
  webhook: Desk,
  event: HandoffEvent,
  message: Message | undefined,
): Promise<Attempt> {
  const text = lineOf(event, message);
  if (text === undefined) return { delivered: true, status: 204 };
  const { sessionId } = event;
  const known = await threads.threadOf(institution, webhook.id, sessionId);
  if (known !== undefined) return chatwoot.write(webhook, placeOf(known), text);
  const begun = await chatwoot.begin(webhook, sessionId);
  if ('delivered' in begun) return begun;
  try {
    await threads.keep(institution, webhook.id, { sessionId, thread: threadOf(begun), now: now() });
  } catch {
    // Nobody could answer in a conversation that is not known, so the next attempt begins another one.
    return { delivered: false, reason: 'conversation_not_kept' };
  }
  return chatwoot.write(webhook, begun, text);
}

/** Chatwoot's events name a conversation by its number, so the number comes first. */
const threadOf = ({ conversation, contact }: ChatwootPlace): string => `${conversation} ${contact}`;
function placeOf(thread: string): ChatwootPlace {
  const [conversation = '', contact = ''] = thread.split(' ');
  return { conversation, contact };
}

/** @returns undefined for what somebody did in Chatwoot itself */
function lineOf({ type, handoff }: HandoffEvent, message: Message | undefined): string | undefined {
  const isFromChatwoot = (userId: string | undefined) => userId?.startsWith(USER_PREFIX) === true;
  const isOurs = isFromChatwoot(handoff.claim?.userId);
  switch (type) {
    case 'handoff.opened':
      return `(A conversation waits for somebody: ${handoff.competency || handoff.reason}, ${handoff.language}.)`;
    case 'handoff.claimed':
      return isOurs ? undefined : `(${handoff.claim?.name} has claimed the conversation elsewhere.)`;
    // A message reopens a conversation that was resolved, so none follows what was done in Chatwoot.
    case 'handoff.returned':
      return isOurs ? undefined : '(The assistant goes on.)';
    case 'handoff.closed':
      return isOurs ? undefined : '(The conversation has ended.)';
    case 'message.created': {
      if (message === undefined || isFromChatwoot(message.userId)) return undefined;
      // Users read what follows a reply in Chatwoot, which people there know already.
      if (message.from === 'assistant' && isOurs) return undefined;
      const speaker = { user: '', assistant: 'Assistant: ', business_logic: 'System: ', note: 'Note: ' };
      return `${message.from === 'person' ? `${message.name}: ` : speaker[message.from]}${message.text}`;
    }
  }
}

/** What somebody did in a conversation in Chatwoot. */
export interface ChatwootReply {
  /** The same for each retry. */
  id: string;
  conversation: string;
  user: string;
  /** The name of the person in Chatwoot. */
  name: string;
  wanted: Act;
}

/** Carries out what somebody did in Chatwoot, once even if Chatwoot sends it repeatedly. */
export async function takeChatwootReply(
  deps: DeskDependencies & { threads: ThreadStore },
  institution: string,
  webhook: Desk,
  { id, conversation, user, name, wanted }: ChatwootReply,
  now: number,
): Promise<void> {
  const sessionId = await deps.threads.conversationOf(institution, webhook.id, conversation);
  if (sessionId === undefined || (wanted.action === 'answer' && wanted.text.length > MAX_MESSAGE)) return;
  const by = { sessionId, userId: USER_PREFIX + user, name: webhook.chatwoot.name ?? name };
  await replyFromDesk(deps, institution, { ...by, id: `chatwoot:${id}`, wanted }, now);
}
