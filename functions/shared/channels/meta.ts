import type { ChannelMessage } from '../domain/channels/messages.ts';
import { isSameSecret, isSignedByMeta } from '../domain/signatures.ts';
import { jsonBody } from '../http/body.ts';
import { type ApiRequest, header } from '../http/request.ts';
import type { Received } from './endpoint.ts';

/** Meta sends up to 3 MB at once; Lambda takes 6 MB. */
const MAX_BATCH_BYTES = 3 * 1024 * 1024;

/**
 * Messages of this age are read. Meta's signature has no time, and a message is known for 30 days after it was taken, so
 * that a recorded request is of no use later. Meta tries for seven days.
 */
const READ_FOR_MS = 29 * 86_400_000;

/**
 * Reads a request of Meta: its check of the address, which is a GET with the channel's token, or signed messages.
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
  const one = (name: string) => query.get(`hub.${name}`)?.[0] ?? '';
  if (one('mode') !== 'subscribe' || !isSameSecret(one('verify_token'), verifyToken)) return undefined;
  const challenge = one('challenge');
  // It is sent back as it came, so it must not be anything that a browser would run.
  if (!/^[\w-]{1,256}$/.test(challenge)) return undefined;
  return { messages: [], response: { headers: { 'Content-Type': 'text/plain' }, body: challenge } };
}
