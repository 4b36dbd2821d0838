import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpRequest {
  /** Default GET. */
  method?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Uint8Array;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const PROTOCOLS = {
  'http:': { request: httpRequest, agent: new HttpAgent({ keepAlive: true, maxSockets: 64 }) },
  'https:': { request: httpsRequest, agent: new HttpsAgent({ keepAlive: true, maxSockets: 64 }) },
};

/**
 * Sends a request exactly as given: only Host and Content-Length are added, redirects are not followed, and nothing is
 * decoded or retried.
 * @throws {Error} if there is no answer
 */
export function send(url: URL, { method = 'GET', headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
  const protocol = url.protocol === 'https:' ? PROTOCOLS['https:'] : PROTOCOLS['http:'];
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = protocol.request(url, {
      method,
      agent: protocol.agent,
      headers: { ...length, ...headers },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.end(body);
  });
}
