import type { ChannelMessage } from '../domain/channels/messages.ts';
import { isSameSecret, isSignedByMeta } from '../domain/signatures.ts';
import { jsonBody } from '../http/body.ts';
import { type ApiRequest, header } from '../http/request.ts';
import type { Received } from './endpoint.ts';

/** Meta sends up to 3 MB at once; Lambda accepts 6 MB. */
const MAX_BATCH_BYTES = 3 * 1024 * 1024;

/**
 * Older messages are ignored. Meta's signature has no time, but a message's id is remembered for 30 days, so a recorded
 * request cannot be replayed. Meta retries for seven days.
 */
const READ_FOR_MS = 29 * 86_400_000;

/**
 * Reads a request from Meta: its check of the address, a GET with the channel's token, or signed messages.
 * @returns undefined if the token or the signature is wrong
 */
export function readMeta(
  request: ApiRequest,
  { channel }: { channel: { appSecret: string; verifyToken: string } },
  messagesOf: (body: unknown) => readonly ChannelMessage[],
): Received | undefined {
  if (request.method !== 'POST') return checkOfAddress(request, channel.verifyToken);
  const signature = header(request, 'x-hub-signature-256') ?? '';
  if (!isSignedByMeta({ body: request.body, signature }, channel.appSecret)) return undefined;
  const messages = messagesOf(jsonBody(request, MAX_BATCH_BYTES).body);
  return { messages: messages.filter(({ at }) => at > request.now - READ_FOR_MS) };
}

function checkOfAddress({ query }: ApiRequest, verifyToken: string): Received | undefined {
  const hub = (name: string) => query.get(`hub.${name}`)?.[0] ?? '';
  if (hub('mode') !== 'subscribe' || !isSameSecret(hub('verify_token'), verifyToken)) return undefined;
  const challenge = hub('challenge');
  // It is sent back unchanged, so it must not be anything that a browser would run.
  if (!/^[\w-]{1,256}$/.test(challenge)) return undefined;
  return { messages: [], response: { headers: { 'Content-Type': 'text/plain' }, body: challenge } };
}
