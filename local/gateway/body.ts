import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** REST API's payload limit. */
export const MAX_PAYLOAD_BYTES = 10 * 1024 * 1024;

/** The bytes of a body over the limit that are read and thrown away, so that its sender can still read the answer. */
const MAX_DRAIN_BYTES = 4 * MAX_PAYLOAD_BYTES;

/** The sender went away or lied about its length: there is nobody to answer. */
export class RequestAborted extends Error {
  override name = 'RequestAborted';
}

/**
 * Reads a whole body.
 * @throws {Refusal} 413 past the limit
 * @throws {RequestAborted} where the connection ended before the body did
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
    throw new RequestAborted('the request ended before its body', { cause: error });
  }
  if (length > MAX_PAYLOAD_BYTES) throw new Refusal('REQUEST_TOO_LARGE');
  return Buffer.concat(chunks);
}
