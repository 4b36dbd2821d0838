import { staticAnswer, staticText } from '../shared/http/compression.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import script from './script.json' with { type: 'json' };

const SCRIPT = staticText(script.source);

/**
 * `GET /v1/chat.js`: the chat script that the build made. It is the same for everybody and holds no secret. Any page
 * may load it, also with cross-origin isolation or subresource integrity. The App-Key, not this script, decides who may
 * call the service.
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
