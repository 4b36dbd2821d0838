import { staticAnswer, staticText } from '../shared/http/compression.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import script from './script.json' with { type: 'json' };

const SCRIPT = staticText(script.source);

/**
 * `GET /v1/chat.js`: the chat for web pages, as the build made it. It is the same for everybody, holds no secret, and
 * may be loaded by any page, one that isolates itself or checks what it loads included; what may call the service is
 * decided elsewhere.
 */
export const handler = publicEndpoint({ name: 'chat-script' }, async (request) => {
  const { headers, body } = staticAnswer(SCRIPT, request);
  return {
    headers: {
      ...headers,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
    body,
  };
});
