import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../../../functions/shared/business-logic/exchange.ts';
import { SECRET, useBusinessLogicServer } from './support.ts';

const server = useBusinessLogicServer();

describe('an address', () => {
  const to =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.each([
    ['http://example.com/', 'url_refused'],
    ['ftp://example.com/', 'url_refused'],
    ['file:///etc/passwd', 'url_refused'],
    ['not a url', 'url_refused'],
    ['https://127.0.0.1/', 'address_refused'],
    ['https://0x7f000001/', 'address_refused'],
    ['https://[::ffff:7f00:1]/', 'address_refused'],
    ['https://169.254.169.254/latest/meta-data', 'address_refused'],
    ['https://localhost/', 'address_refused'],
  ])('of %s is refused: %s', async (url, reason) => {
    const outcome = await server.call({ settings: { url }, environment: {} });
    expect(outcome).toEqual({ status: 'failed', reason });
  });

  test.each([[['10.0.0.1']], [['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:169.254.169.254']], [[]]])(
    'is refused if its name resolves to any private address: %j',
    async (addresses) => {
      const outcome = await server.call({
        settings: { url: 'https://bank.example/' },
        environment: {},
        resolve: to(...addresses),
      });
      expect(outcome).toEqual({ status: 'failed', reason: 'address_refused' });
    },
  );

  test('is resolved once, so that the checked one is connected to', async () => {
    const url = `http://bank.example:${server.port()}/`;
    let asked = 0;
    const changing: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    };
    expect((await server.call({ settings: { url }, resolve: changing })).status).toBe('answered');
    expect(asked).toBe(1);
    expect(server.calls[0]?.headers.host).toBe(`bank.example:${server.port()}`);
  });

  test('is never called if the allowed ranges are invalid', async () => {
    const environment = { BLS_ALLOW_LOOPBACK: '1', BLS_ALLOWED_RANGES: '10.0.0.0/33' };
    expect(await server.call({ environment })).toEqual({
      status: 'failed',
      reason: 'allowed_ranges_invalid',
    });
    expect(server.calls).toHaveLength(0);
  });

  test('set by a user of the institution must be public, whatever ranges the deployment allows', async () => {
    const environment = { BLS_ALLOWED_RANGES: '10.0.0.0/8' };
    const url = 'https://bank.example:1/';
    const outcomeOf = (isPublicOnly: boolean) =>
      server.call({
        servers: { BLS_SECRET: { secrets: [SECRET] }, BLS_URL: { url, isPublicOnly } },
        settings: { url: 'env:BLS_URL', timeoutMs: 200 },
        environment,
        resolve: to('10.0.0.1'),
      });
    expect(await outcomeOf(true)).toEqual({ status: 'failed', reason: 'address_refused' });
    expect(await outcomeOf(false)).not.toMatchObject({ reason: 'address_refused' });
  });

  test('beyond loopback is not called over http, even in an allowed range', async () => {
    const environment = { BLS_ALLOW_LOOPBACK: '1', BLS_ALLOWED_RANGES: '10.0.0.0/8' };
    for (const url of ['http://10.0.0.1/', 'http://bank.example/']) {
      const outcome = await server.call({ settings: { url }, environment, resolve: to('10.0.0.1') });
      expect(outcome).toEqual({ status: 'failed', reason: 'address_refused' });
    }
  });
});
