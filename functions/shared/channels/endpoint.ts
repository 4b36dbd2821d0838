import { randomBytes } from 'node:crypto';
import { type Channel, type ChannelKind, isOfKind } from '../domain/channels/channel.ts';
import { type ChannelMessage, takeMessage } from '../domain/channels/messages.ts';
import { ParleyError } from '../domain/errors.ts';
import { findCalled, hasChannel } from '../domain/webhooks/webhooks.ts';
import { type ApiResponse, publicEndpoint } from '../http/endpoint.ts';
import { kindOf } from '../http/error-kind.ts';
import { createLog } from '../http/log.ts';
import type { ApiRequest } from '../http/request.ts';
import { createTaskStore } from '../store/channel-tasks.ts';
import { deploymentKey } from '../store/deployment-key.ts';
import { optionalSetting } from '../store/environment.ts';
import { invoke } from '../store/invocation.ts';
import { readSecret } from '../store/secrets-manager.ts';
import { createWebhookStore } from '../store/webhooks.ts';

/** Messages of a request that are stored concurrently; Meta sends up to a thousand at once. */
const CONCURRENCY = 20;

/** The content of a platform's request, whose signature was checked. */
export interface Received {
  messages: readonly ChannelMessage[];
  /** The answer that the platform expects. Default: `{}`. */
  response?: ApiResponse;
}

export const unknownChannel = (): ParleyError => new ParleyError('not_found', 'There is no such channel.');

/**
 * Finds the channel that a platform calls.
 * @throws {ParleyError} `not_found` if there is no such channel, or it is of another kind
 */
export async function channelOf<Kind extends ChannelKind>(
  deps: Parameters<typeof findCalled>[0],
  { pathParameters }: Pick<ApiRequest, 'pathParameters'>,
  kind: Kind,
): Promise<{ institution: string; channel: Channel<Kind> }> {
  const called = await findCalled(deps, pathParameters.channel);
  if (called === undefined) throw unknownChannel();
  const { institution, webhook } = called;
  if (!hasChannel(webhook) || !isOfKind(webhook, kind)) throw unknownChannel();
  return { institution, channel: webhook };
}

/**
 * The endpoint that receives a platform's messages. Messages are stored before the platform gets its answer, and
 * answered afterwards. An unknown channel and a wrong signature look the same.
 * @param read checks the signature and reads the messages; undefined if the signature is wrong
 */
export function channelEndpoint<Kind extends ChannelKind>(
  { name, kind }: { name: string; kind: Kind },
  read: (request: ApiRequest, channel: Channel<Kind>) => Received | undefined | Promise<Received | undefined>,
) {
  const log = createLog(name);
  const deps = {
    webhooks: createWebhookStore(),
    tasks: createTaskStore(),
    deploymentKey: deploymentKey(readSecret),
    random: randomBytes,
  };

  /** Starts the work on a line. If that fails, the scheduled run does it within a minute. */
  async function begin(institution: string, channel: string, line: string): Promise<void> {
    const worker = optionalSetting('CHANNELS_ANSWER');
    if (worker === undefined) return;
    try {
      await invoke(worker, JSON.stringify({ institution, channel, line }));
    } catch (error) {
      log.warn('answer not begun', { institution, ...kindOf(error) });
    }
  }

  return publicEndpoint({ name, cors: false }, async (request) => {
    const { institution, channel } = await channelOf(deps, request, kind);
    const { id } = channel;
    const received = await read(request, channel);
    if (received === undefined) throw unknownChannel();
    const lines = new Set<string>();
    const take = async (message: ChannelMessage, index: number) => {
      const line = await takeMessage(deps, institution, id, message, request.now, index);
      if (line !== undefined) lines.add(line);
    };
    for (let at = 0; at < received.messages.length; at += CONCURRENCY) {
      const some = received.messages.slice(at, at + CONCURRENCY);
      await Promise.all(some.map((message, index) => take(message, at + index)));
    }
    await Promise.all([...lines].map((line) => begin(institution, id, line)));
    return received.response ?? { body: {} };
  });
}
