import type { HandoffStore } from '../handoffs/handoff-store.ts';
import { isNobodyThere, type Message } from '../handoffs/handoffs.ts';
import { digest } from '../query/dialog.ts';
import {
  type Attempt,
  currentWebhook,
  type DeliveryDependencies,
  type DeliveryQueue,
  startAt,
} from '../webhooks/deliveries.ts';
import type { HandoffEvent } from '../webhooks/events.ts';
import { hasChannel, openWebhook, type Webhook, type WebhookStore } from '../webhooks/webhooks.ts';
import { type Channel, type ChannelSettings, deviceOf } from './channel.ts';
import {
  afterLine,
  findPlace,
  keepPlace,
  lineOf,
  lookAt,
  openWork,
  type Place,
  placeOf,
  type Task,
  type TaskDependencies,
  type Work,
} from './messages.ts';

/** A place, and the platform's id of the message to answer, if any. */
export type Target = Place & { replyTo?: string };

/** Shows a typing sign, if the platform has one. Never throws. */
export type ShowTyping = (channel: Channel, place: Place) => Promise<void>;

/** The visible content of a query's answer. */
export type Visuals = Readonly<Record<string, unknown>>;

/**
 * Sends the parts of an answer from a position on. Throws only what `keep` throws.
 * @param keep called after each part with the number of parts sent
 */
export type SendToChannel = (
  channel: Channel,
  place: Target,
  visuals: Visuals,
  from: number,
  keep?: (sent: number) => Promise<void>,
) => Promise<Attempt & { sent: number }>;

/** A query that a channel asks for its user. */
export interface ChannelQuery {
  query: string;
  external_user_id: string;
  dialog_seed: string;
  device: string;
  application?: string;
  language?: string;
}

/**
 * Asks the assistant. Never throws.
 * @param heardUntil the user had heard the answers up to this time, in epoch milliseconds; default: now
 */
export type AskAssistant = (
  owner: { institution: string; userId: string },
  query: ChannelQuery,
  idempotencyKey: string,
  heardUntil?: number,
) => Promise<Asked>;

export type Asked =
  | {
      sessionId: string;
      isWithPeople: boolean;
      visuals: Visuals;
      /**
       * What the assistant did, if the asker wants to know: commands, whether it asks for a slot, and whether people
       * can take over.
       */
      done?: { commands: readonly string[]; asks: boolean; hasPeople: boolean };
    }
  | { reason: string; retryAfterMs?: number; isFinal?: boolean };

export interface AnsweringDependencies extends TaskDependencies {
  webhooks: Pick<WebhookStore, 'list' | 'institutions'>;
  /** Lets one process at a time work on a line. */
  claims: Pick<DeliveryQueue, 'begin' | 'endUnlessAsked' | 'end'>;
  handoffs: Pick<HandoffStore, 'find'>;
  ask: AskAssistant;
  send: SendToChannel;
  showTyping: ShowTyping;
  now: () => number;
  /** Called for a message that gets no answer. */
  givenUp: (facts: { institution: string; channelId: string; reason: string }) => void;
}

const SECOND_MS = 1000;

/** The wait after each failed attempt; users do not wait much longer for an answer. */
export const ANSWER_RETRY_AFTER_MS: readonly number[] = [2, 10, 60].map((seconds) => seconds * SECOND_MS);
const MOST_WAIT_MS = 300 * SECOND_MS;

/** How long a run may start tasks, and how long its claim lasts if it dies. */
const RUN_MS = 40 * SECOND_MS;
const CLAIM_MS = 90 * SECOND_MS;

/** Tasks of a page, and pages read in a row. */
const PAGE = 100;
const MOST_PAGES = 20;

/** The lines of an institution's channels that have a due task. */
export async function dueLines(
  deps: Pick<AnsweringDependencies, 'webhooks' | 'tasks' | 'deploymentKey' | 'now'>,
  institution: string,
): Promise<{ channelId: string; line: string }[]> {
  const key = await deps.deploymentKey();
  const channels = (await deps.webhooks.list(institution)).flatMap((kept) => {
    const webhook = openWebhook(institution, kept, key);
    return webhook !== undefined && hasChannel(webhook) ? [webhook.id] : [];
  });
  const lines = channels.map(async (channelId) => {
    const firsts = await firstTasks(deps, institution, channelId);
    return firsts.filter(({ nextAt }) => nextAt <= deps.now()).map(({ line }) => ({ channelId, line }));
  });
  return (await Promise.all(lines)).flat();
}

/**
 * The first task of each line. If a channel has more than `MOST_PAGES`, reads on from a line that changes every second,
 * so that no line stays hidden.
 */
async function firstTasks(
  { tasks, now }: Pick<AnsweringDependencies, 'tasks' | 'now'>,
  institution: string,
  channelId: string,
): Promise<Task[]> {
  const firsts = new Map<string, Task>();
  for (let from of ['', startAt(now())]) {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const pending = await tasks.pending(institution, channelId, { most: PAGE, from });
      for (const task of pending) if (!firsts.has(task.line)) firsts.set(task.line, task);
      const last = pending.at(-1);
      if (last === undefined || pending.length < PAGE) return [...firsts.values()];
      from = afterLine(last.line);
    }
  }
  return [...firsts.values()];
}

/**
 * Does the due tasks of a line in order. If another process is already working on the line, that one checks it again.
 */
export async function workOnLine(
  deps: AnsweringDependencies,
  institution: string,
  channelId: string,
  line: string,
): Promise<void> {
  const { claims, now } = deps;
  const claim = `${channelId}#${line}`;
  const until = now() + RUN_MS;
  if (!(await claims.begin(institution, claim, now() + CLAIM_MS, now()))) return;
  while (now() < until) {
    const isDone = await workOnce(deps, institution, channelId, line, until);
    if (!isDone) break;
    if (await claims.endUnlessAsked(institution, claim)) return;
  }
  await claims.end(institution, claim);
}

/** @returns false if a task has to wait */
async function workOnce(
  deps: AnsweringDependencies,
  institution: string,
  channelId: string,
  line: string,
  until: number,
): Promise<boolean> {
  const tasks = await deps.tasks.pending(institution, channelId, { most: PAGE, line });
  const webhook = await currentWebhook(deps, institution, channelId);
  for (const task of tasks) {
    if (webhook === undefined || !hasChannel(webhook)) {
      await deps.tasks.forget(institution, task);
      continue;
    }
    if (deps.now() >= until || task.nextAt > deps.now()) return false;
    if (!(await attempt(deps, institution, webhook, task))) return false;
  }
  return true;
}

/**
 * Counts the attempt before it begins, so that a task that crashes its process is not attempted forever.
 * @returns true if the next task of the line may follow
 */
async function attempt(
  deps: AnsweringDependencies,
  institution: string,
  channel: Channel,
  task: Task,
): Promise<boolean> {
  const forget = () => deps.tasks.forget(institution, task);
  const work = await openWork(deps, institution, task);
  const begun = { ...task, attempts: task.attempts + 1 };
  const hasAttempt = task.attempts <= ANSWER_RETRY_AFTER_MS.length;
  if (hasAttempt) await deps.tasks.keep(institution, begun);
  const outcome = work && (hasAttempt ? await doWork(deps, institution, channel, work, begun) : DIED);
  if (outcome === undefined || work === undefined || outcome.delivered) {
    await forget();
    return true;
  }
  const wait = ANSWER_RETRY_AFTER_MS[task.attempts];
  if (outcome.isFinal || wait === undefined) {
    deps.givenUp({ institution, channelId: channel.id, reason: outcome.reason });
    await forget();
    await deps.send(channel, work, spoken(channel.channel.sorry), 0);
    return true;
  }
  const retryAfterMs = Math.min(outcome.retryAfterMs ?? 0, MOST_WAIT_MS);
  const nextAt = deps.now() + Math.max(wait, retryAfterMs);
  await deps.tasks.keep(institution, { ...begun, sent: outcome.sent, nextAt });
  return false;
}

/** The outcome of a task whose last attempt crashed its process. */
const DIED = { delivered: false, reason: 'died', isFinal: true, sent: 0 } as const;

const DONE = { delivered: true, status: 204, sent: 0 } as const;

async function doWork(
  deps: AnsweringDependencies,
  institution: string,
  channel: Channel,
  work: Work,
  task: Task,
): Promise<Attempt & { sent: number }> {
  const place = placeOf(work);
  const target = work.kind === 'message' ? { ...place, replyTo: work.id } : place;
  const keep = (sent: number) => deps.tasks.keep(institution, { ...task, sent });
  if (work.kind === 'message' && work.text === '') {
    return deps.send(channel, target, spoken(channel.channel.wordsOnly), task.sent, keep);
  }
  if (work.kind === 'look') {
    const handoff = await deps.handoffs.find(institution, work.sessionId);
    if (handoff === undefined || !isNobodyThere(handoff, deps.now())) return DONE;
  }
  // An empty query makes the assistant say that nobody has come in time.
  const asked = await inNameOf(deps, institution, channel, place, work.kind === 'message' ? work.text : '');
  const workId = work.kind === 'message' ? work.id : `${work.sessionId} ${task.key}`;
  const [answer] = await Promise.all([
    deps.ask(...asked, digest('channel', workId).toString('base64url')),
    // The sign is sent before the answer, so that it does not outlast it.
    work.kind === 'message' && task.attempts === 1 ? deps.showTyping(channel, place) : undefined,
  ]);
  if ('reason' in answer) return { delivered: false, sent: task.sent, ...answer };
  // Kept before the answer is sent, so that a person's reply to it finds the user.
  await keepPlace(deps, institution, channel.id, { sessionId: answer.sessionId, place, now: deps.now() });
  if (answer.isWithPeople) await lookForPeople(deps, institution, channel, place, answer.sessionId);
  return deps.send(channel, target, answer.visuals, task.sent, keep);
}

/** The facts about a channel that its queries contain. */
interface ChannelNames {
  id: string;
  channel: Pick<ChannelSettings, 'kind' | 'application' | 'language'>;
}

/** The query of a channel for the person at a place, and its owner. */
export async function inNameOf(
  { deploymentKey }: Pick<TaskDependencies, 'deploymentKey'>,
  institution: string,
  { id, channel: { kind, application, language } }: ChannelNames,
  place: Place,
  query: string,
): Promise<[owner: Parameters<AskAssistant>[0], query: ChannelQuery]> {
  const asked = {
    query,
    external_user_id: externalUserOf(deviceOf(kind), place.user),
    dialog_seed: await lineOf(deploymentKey, institution, id, place),
    device: deviceOf(kind),
    ...(application !== undefined && { application }),
    ...(language !== undefined && { language }),
  };
  return [{ institution, userId: `channel:${id}` }, asked];
}

/** Schedules a check that a person comes in time, since no client reads a channel's messages. */
export async function lookForPeople(
  deps: TaskDependencies & Pick<AnsweringDependencies, 'handoffs' | 'now'>,
  institution: string,
  { id }: Pick<Channel, 'id'>,
  place: Place,
  sessionId: string,
): Promise<void> {
  const handoff = await deps.handoffs.find(institution, sessionId);
  if (handoff?.status !== 'waiting' || handoff.isNobodyTold) return;
  await lookAt(deps, institution, id, { sessionId, place, at: handoff.answerBy }, deps.now());
}

const spoken = (text: string): Visuals => ({ speakableResponse: text });

/** The person's id in analytics and erasures: the platform's id, or its digest if it is long or unusual. */
export function externalUserOf(kind: string, user: string): string {
  const id = `${kind}:${user}`;
  return /^[\x20-\x7e]{1,64}$/.test(id)
    ? id
    : `${kind}:${digest('channel user', user).toString('base64url')}`;
}

/** Sends a message from people or business logic to the channel of its conversation. */
export async function tellChannel(
  deps: TaskDependencies & Pick<AnsweringDependencies, 'send' | 'now'>,
  institution: string,
  webhook: Webhook & Channel,
  event: HandoffEvent,
  message: Message | undefined,
  { sent, keep }: Parameters<DeliveryDependencies['toChannel']>[4],
): Promise<Attempt> {
  const text = message && linesOf(message);
  if (text === undefined) return DONE;
  const place = await findPlace(deps, institution, webhook.id, event.sessionId);
  if (place === undefined) return DONE;
  // Keep the place even if the user stays silent for long.
  await keepPlace(deps, institution, webhook.id, { sessionId: event.sessionId, place, now: deps.now() });
  return deps.send(webhook, place, spoken(text), sent, keep);
}

/** @returns undefined for the user's own messages and for notes */
function linesOf({ from, name, text }: Message): string | undefined {
  if (from === 'user' || from === 'note') return undefined;
  return from === 'person' && name !== undefined ? `${name}: ${text}` : text;
}
