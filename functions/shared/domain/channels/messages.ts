import * as z from 'zod/mini';
import type { DeploymentKey } from '../deployment-key.ts';
import { keyedDigest } from '../query/dialog.ts';
import type { RandomBytes } from '../random.ts';
import { deriveKey, NONCE_BYTES, seal, unseal } from '../sealing.ts';

/** Where a person writes: each place is one conversation. */
export interface Place {
  /** The platform's id of the person. */
  user: string;
  /** Where answers go, in the channel's own form. */
  address: string;
  /** The platform's server for this place, if it has several. A change of server does not change the place. */
  server?: string;
}

/** A message that a person wrote. */
export interface ChannelMessage extends Place {
  /** The platform's id of the message; it stays the same if the message is sent again. */
  id: string;
  /** Empty if it has no words, such as an image. */
  text: string;
  /** When the platform got it, in milliseconds since the epoch. */
  at: number;
}

/** A task of a conversation: to answer a message, or to check whether a person has come in time. */
export interface Task {
  channelId: string;
  /** The tasks of a line are done in order, one at a time. */
  line: string;
  /** The sort key within the line. */
  key: string;
  /** Attempts begun, and parts of the answer sent. */
  attempts: number;
  sent: number;
  /** The earliest time of the next attempt, in epoch milliseconds. */
  nextAt: number;
  /** The sealed `Work`. */
  sealed: Uint8Array;
}

const placeShape = z.object({
  user: z.string(),
  address: z.string(),
  server: z.exactOptional(z.string()),
});

/** The place's own fields. */
export const placeOf = ({ user, address, server }: Place): Place => ({
  user,
  address,
  ...(server !== undefined && { server }),
});
const workShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), id: z.string(), text: z.string(), ...placeShape.shape }),
  z.object({ kind: z.literal('look'), sessionId: z.string(), ...placeShape.shape }),
]);
export type Work = z.output<typeof workShape>;

/** Stores tasks until they are done, and the places of conversations. All reads are strongly consistent. */
export interface TaskStore {
  /**
   * Adds a task.
   * @param once identifies the task, such as the platform's id of the message
   * @returns false if a task with this id was added to the channel before
   */
  add(institution: string, task: Task, now: number, once: string): Promise<boolean>;
  /**
   * The first tasks of a channel, or of one of its lines, in order.
   * @param wanted.from skips the lines that sort before it
   */
  pending(
    institution: string,
    channelId: string,
    wanted: { most: number; line?: string; from?: string },
  ): Promise<Task[]>;
  /** Replaces a task, unless it was forgotten meanwhile. */
  keep(institution: string, task: Task): Promise<void>;
  forget(institution: string, task: Task): Promise<void>;
  /** The sealed place of a conversation; undefined if it is not held in this channel. */
  placeOf(institution: string, channelId: string, sessionId: string): Promise<Uint8Array | undefined>;
  keepPlace(
    institution: string,
    channelId: string,
    place: { sessionId: string; sealed: Uint8Array; now: number },
  ): Promise<void>;
}

export interface TaskDependencies {
  tasks: TaskStore;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

const keyOf = (deploymentKey: Uint8Array): Uint8Array => deriveKey(deploymentKey, 'parley channels');

/** Identifies a conversation by a digest that hides its user. */
export async function lineOf(
  deploymentKey: DeploymentKey,
  institution: string,
  channelId: string,
  { user, address }: Place,
): Promise<string> {
  const parts = [institution, channelId, JSON.stringify([user, address])];
  return keyedDigest(await deploymentKey(), 'parley channel line', ...parts).toString('hex');
}

async function sealed(
  { deploymentKey, random }: Omit<TaskDependencies, 'tasks'>,
  context: string,
  value: object,
): Promise<Uint8Array> {
  return seal(Buffer.from(JSON.stringify(value)), keyOf(await deploymentKey()), random(NONCE_BYTES), context);
}

async function opened(
  { deploymentKey }: Pick<TaskDependencies, 'deploymentKey'>,
  context: string,
  bytes: Uint8Array,
): Promise<unknown> {
  const text = unseal(bytes, keyOf(await deploymentKey()), context)?.toString('utf8');
  return text === undefined ? undefined : JSON.parse(text);
}

const contextOf = (institution: string, channelId: string): string => `${institution}#${channelId}`;

/** @returns undefined if it was sealed for another channel or with another key */
export async function openWork(
  deps: Pick<TaskDependencies, 'deploymentKey'>,
  institution: string,
  { channelId, sealed: bytes }: Task,
): Promise<Work | undefined> {
  return workShape.safeParse(await opened(deps, contextOf(institution, channelId), bytes)).data;
}

/** Sorts after the tasks of a line, and before those of the next. */
export const afterLine = (line: string): string => `${line}$`;

/** Messages of a person that may wait for an answer; further ones are dropped. */
export const MOST_WAITING = 50;

/** Characters that are read of a message; a query has no more. */
const MAX_TEXT = 4096;

/** A message's text as a query accepts it. */
export const wordsOf = (text: string): string =>
  text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_TEXT).toWellFormed();

/**
 * Stores a message as a task, once even if the platform sends it again.
 * @param index its position in the platform's request
 * @returns its line, which now has work; undefined if it was taken before, or `MOST_WAITING` wait
 */
export async function takeMessage(
  deps: TaskDependencies,
  institution: string,
  channelId: string,
  { id, text, at, ...place }: ChannelMessage,
  now: number,
  index = 0,
): Promise<string | undefined> {
  const line = await lineOf(deps.deploymentKey, institution, channelId, place);
  const waiting = await deps.tasks.pending(institution, channelId, { most: MOST_WAITING, line });
  if (waiting.length === MOST_WAITING) return undefined;
  const work: Work = { kind: 'message', id, text: wordsOf(text), ...placeOf(place) };
  // Never after now, even if the platform's clock is fast. Messages of the same time sort by arrival.
  const key = `${Math.min(at, now)}#${now}#${String(index).padStart(6, '0')}#${keyedDigest(
    await deps.deploymentKey(),
    'parley channel message',
    id,
  )
    .toString('hex')
    .slice(0, 16)}`;
  const task = {
    channelId,
    line,
    key,
    attempts: 0,
    sent: 0,
    nextAt: now,
    sealed: await sealed(deps, contextOf(institution, channelId), work),
  };
  return (await deps.tasks.add(institution, task, now, id)) ? line : undefined;
}

/** Schedules a check, at a time, whether a person has claimed the conversation. */
export async function lookAt(
  deps: TaskDependencies,
  institution: string,
  channelId: string,
  look: { sessionId: string; place: Place; at: number },
  now: number,
): Promise<void> {
  const { sessionId, place, at } = look;
  const work: Work = { kind: 'look', sessionId, ...placeOf(place) };
  const bytes = await sealed(deps, contextOf(institution, channelId), work);
  const task = { channelId, line: `look-${sessionId}`, key: String(at), attempts: 0, sent: 0, nextAt: at };
  await deps.tasks.add(institution, { ...task, sealed: bytes }, now, `look ${sessionId} ${at}`);
}

/** Stores the place of a conversation, so that what people say there reaches the user. */
export async function keepPlace(
  deps: TaskDependencies,
  institution: string,
  channelId: string,
  { sessionId, place, now }: { sessionId: string; place: Place; now: number },
): Promise<void> {
  const bytes = await sealed(deps, contextOf(institution, channelId), placeOf(place));
  await deps.tasks.keepPlace(institution, channelId, { sessionId, sealed: bytes, now });
}

export async function findPlace(
  deps: Omit<TaskDependencies, 'random'>,
  institution: string,
  channelId: string,
  sessionId: string,
): Promise<Place | undefined> {
  const bytes = await deps.tasks.placeOf(institution, channelId, sessionId);
  return bytes && placeShape.safeParse(await opened(deps, contextOf(institution, channelId), bytes)).data;
}
