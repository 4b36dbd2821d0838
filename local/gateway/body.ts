import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** The payload limit of a REST API. */
export const MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;

/** Bytes beyond the limit that are read and discarded, so that the sender can still read the answer. */
const MAX_DRAIN_BYTES = 4 * MAX_PAYLOAD_BYTES;

/** Thrown if the sender disconnected or sent a wrong length, so nobody can be answered. */
export class RequestAborted extends Error {
  override name = 'RequestAborted';
}

/**
 * Reads a whole body.
 * @throws {Refusal} 413 above the limit
 * @throws {RequestAborted} if the connection ended early
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers['content-length'] ?? 0) > MAX_DRAIN_BYTES)
    throw new Refusal('REQUEST_TOO_LARGE');
  try {
    for await (const chunk of request) {
      length += chunk.length;
      if (length > MAX_DRAIN_BYTES) break;
      if (length <= MAX_PAYLOAD_BYTES) chunks.push(chunk);
    }
  } catch (error) {
    throw new RequestAborted('the connection ended before the whole body arrived', { cause: error });
  }
  if (length > MAX_PAYLOAD_BYTES) throw new Refusal('REQUEST_TOO_LARGE');
  return Buffer.concat(chunks);
}
