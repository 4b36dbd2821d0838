import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { hostsOf, isServed } from '../../../local/gateway/hosts.ts';
import { useGateway } from './support.ts';

const KEYS = '/v1/apps/applicationtoken';
const gateway = useGateway({}, { issuer: 'https://Talk.Example:8443/x' });

/** Sends a request with the given Host line, and returns the status and the JSON body. */
async function ask(host: string, target = KEYS): Promise<[number, Record<string, string>]> {
  const answer = await gateway.raw(
    `GET ${target} HTTP/1.1\r\n${host}Authorization: Bearer x\r\nConnection: close\r\n\r\n`,
  );
  return [Number(answer.split(' ')[1]), JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))];
}

const named = (host: string) => `Host: ${host.replace('PORT', String(gateway.port()))}\r\n`;

describe('a gateway on this machine', () => {
  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT', 'talk.example:8443'])(
    'answers under the host %s, and reports its domain from the settings',
    async (host) => {
      const [status, event] = await ask(named(host));
      expect(status).toBe(200);
      expect((event as unknown as APIGatewayProxyEvent).requestContext.domainName).toBe(
        `127.0.0.1:${gateway.port()}`,
      );
    },
  );

  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.2:PORT',
    'localhost.evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
    'evil.example@127.0.0.1:PORT',
    'talk.example',
    '',
  ])('refuses the host "%s" for every method, supported or not', async (host) => {
    for (const method of ['GET', 'OPTIONS', 'PUT']) {
      const answer = await gateway.raw(
        `${method} ${KEYS} HTTP/1.1\r\n${named(host)}Authorization: Bearer x\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 421 /);
      expect(answer).not.toMatch(/access-control/i);
    }
  });

  test('says which address to use when it is called by another name', async () => {
    const [status, body] = await ask(named('evil.example'));
    expect([status, body]).toEqual([
      421,
      {
        error: 'invalid_request',
        error_description: `This service is at http://127.0.0.1:${gateway.port()}. Use this address, or set ISSUER to the intended one.`,
        request_id: expect.any(String),
      },
    ]);
  });

  test('prefers the host in the request line', async () => {
    const own = `127.0.0.1:${gateway.port()}`;
    expect((await ask(named('evil.example'), `http://${own}${KEYS}`))[0]).toBe(200);
    expect((await ask(named(own), `http://evil.example${KEYS}`))[0]).toBe(421);
  });

  test('serves a program that speaks HTTP/1.0 and names no host', async () => {
    const answer = await gateway.raw(`GET ${KEYS} HTTP/1.0\r\nAuthorization: Bearer x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test.each([
  [80, 'localhost', true],
  [80, 'localhost:80', true],
  [81, 'localhost', false],
])('at port %i, the host %s is served: %s', (port, host, served) => {
  const request = { url: '/', headers: { host } } as IncomingMessage;
  expect(isServed(hostsOf(port), request)).toBe(served);
});

test('a setting that is not an address adds no host', () => {
  expect([...hostsOf(80, 'nonsense').served]).toEqual([...hostsOf(80).served]);
});
