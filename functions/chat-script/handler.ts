import { gzipSync } from 'node:zlib';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import script from './script.json' with { type: 'json' };

const compressed = gzipSync(script.source, { level: 9 });

/**
 * `GET /v1/chat.js`: the chat for web pages, as the build made it. It is the same for everybody, holds no secret, and
 * may be loaded by any page, one that isolates itself or checks what it loads included; what may call the service is
 * decided elsewhere.
 */
export const handler = publicEndpoint({ name: 'chat-script' }, async ({ headers }) => {
  const gzip = acceptsGzip(headers.get('accept-encoding')?.join() ?? '');
  return {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      Vary: 'Accept-Encoding',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(gzip && { 'Content-Encoding': 'gzip' }),
    },
    body: gzip ? compressed : script.source,
  };
});

/** RFC 9110 §12.5.3. */
const acceptsGzip = (accepted: string): boolean =>
  accepted.split(',').some((coding) => {
    const [name = '', quality = '1'] = coding.trim().split(/\s*;\s*q=/i);
    return name.toLowerCase() === 'gzip' && Number(quality) > 0;
  });
