import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { useGateway } from './support.ts';

const KEYS = '/v1/apps/applicationtoken';
const gateway = useGateway();

async function eventOf(path: string, init: RequestInit = {}): Promise<APIGatewayProxyEvent> {
  const headers = { Authorization: 'Bearer x', ...init.headers };
  const response = await gateway.fetch(path, { ...init, headers });
  expect(response.status).toBe(200);
  return response.json() as Promise<APIGatewayProxyEvent>;
}

describe('a path', () => {
  test.each(['', '/'])('reaches its function with the ending "%s" and without a redirect', async (ending) => {
    const event = await eventOf(`${KEYS}${ending}`);
    expect(event.resource).toBe(KEYS);
    expect(event.requestContext.resourcePath).toBe(KEYS);
    expect(event.path).toBe(`${KEYS}${ending}`);
  });

  test('carries its parameters decoded, a slash and letters beyond ASCII among them', async () => {
    const event = await eventOf(`${KEYS}/a%2Fb%20%C3%A9`, { method: 'DELETE' });
    expect(event.pathParameters).toEqual({ token_id: 'a/b é' });
  });

  test.each(['/v1', '/', '/v2/query', '/v1//query', '/v1/query/x', '/v1/query//', '/V1/query'])(
    'that does not exist (%s) is 404 with the error body',
    async (path) => {
      const response = await gateway.fetch(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: 'not_found',
        error_description: expect.any(String),
        request_id: response.headers.get('x-request-id'),
      });
    },
  );

  test.each([`${KEYS}/%`, `${KEYS}/%zz`, `${KEYS}/%ff`, '/v1/query?a=%', '/v1/query?%ff=1'])(
    'with malformed percent-encoding (%s) is 400',
    async (path) => {
      const response = await gateway.fetch(path, { method: 'POST', headers: { Authorization: 'Bearer x' } });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    },
  );
});

describe('an event', () => {
  test('keeps every value of a repeated query parameter, the last one in the single form', async () => {
    const event = await eventOf(`${KEYS}?a=1&b=x%20y+z&a=2&c&__proto__=p`);
    expect(event.multiValueQueryStringParameters).toEqual(
      JSON.parse('{"a":["1","2"],"b":["x y z"],"c":[""],"__proto__":["p"]}'),
    );
    expect(event.queryStringParameters).toMatchObject({ a: '2' });
  });

  test('has null where there are no parameters and no body', async () => {
    const event = await eventOf(KEYS);
    expect(event).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  test('keeps every value of a repeated header under the name that was sent', async () => {
    const answer = await gateway.raw(
      `GET ${KEYS} HTTP/1.1\r\nHost: x\r\nauthorization: Bearer x\r\nX-A: 1\r\nx-a: 2\r\nConnection: close\r\n\r\n`,
    );
    const event: APIGatewayProxyEvent = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(event.multiValueHeaders['X-A']).toEqual(['1', '2']);
    expect(event.headers['X-A']).toBe('2');
    expect(event.headers.authorization).toBe('Bearer x');
  });

  test('carries the body byte for byte', async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13]);
    const event = await eventOf('/v1/query', { method: 'POST', body: bytes });
    expect(event.isBase64Encoded).toBe(true);
    expect(Buffer.from(event.body ?? '', 'base64')).toEqual(bytes);
  });

  test('names the connection, the stage and the request, whatever the client claims', async () => {
    const event = await eventOf(KEYS, {
      headers: { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'ua', 'X-Forwarded-Proto': 'gopher' },
    });
    expect(event.requestContext).toMatchObject({ stage: 'local', path: KEYS, httpMethod: 'GET' });
    expect(event.requestContext.identity).toMatchObject({ sourceIp: '127.0.0.1', userAgent: 'ua' });
    expect(event.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(event.headers['X-Forwarded-For']).toBe('203.0.113.9, 127.0.0.1');
    expect(event.headers['X-Forwarded-Proto']).toBe('http');
  });
});

describe('a method', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'GET', 'HEAD'])(
    '%s that the path does not take is 405',
    async (method) => {
      const response = await gateway.fetch('/v1/query/', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST, OPTIONS');
      const body = await response.text();
      if (method === 'HEAD') expect(body).toBe('');
      else expect(JSON.parse(body)).toMatchObject({ error: 'method_not_allowed' });
    },
  );

  test('OPTIONS is answered as a preflight without a credential', async () => {
    const response = await gateway.fetch(KEYS, {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, GET, HEAD, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Dialog, Idempotency-Key, traceparent',
    );
  });

  test('that the sign-in page does not support is refused without CORS headers', async () => {
    const headers = { Origin: 'https://a.example' };
    for (const method of ['OPTIONS', 'PUT']) {
      const response = await gateway.fetch('/v1/oauth/authorize', { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
