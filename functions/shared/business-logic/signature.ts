import { hmacSha256 } from '../domain/secret-key.ts';

/**
 * The headers of a signed call (Standard Webhooks 1.0, HMAC-SHA256).
 * @param secrets all sign the call; during a rotation the server may know either
 * @param timestamp epoch seconds
 */
export function signedHeaders(
  secrets: readonly Uint8Array[],
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const signature = hmacSha256(secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
