import type { Channel } from '../functions/shared/domain/channels/channel.ts';
import { findWebhook, hasChannel, type Webhook } from '../functions/shared/domain/webhooks/webhooks.ts';
import { CommandFailed } from './output.ts';

/** @throws {CommandFailed} if there is none with this id */
export async function findChannel(
  operator: Parameters<typeof findWebhook>[0],
  institution: string,
  id: string,
): Promise<Webhook & Channel> {
  const webhook = await findWebhook(operator, institution, id);
  if (!hasChannel(webhook)) throw new CommandFailed(`${id} is no channel.`);
  return webhook;
}
