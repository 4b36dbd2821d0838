import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, publicAddressRule } from '../../../../functions/shared/business-logic/addresses.ts';
import { eventSender } from '../../../../functions/shared/business-logic/webhook-call.ts';
import { useServer } from '../../../support/server.ts';
import { SECRET } from './support.ts';

let calls = 0;
const server = createServer((_request, response) => {
  calls += 1;
  response.writeHead(302, { Location: 'http://127.0.0.1/elsewhere' }).end();
});
const origin = useServer(server);

const PUBLIC = publicAddressRule({});
const OWN = publicAddressRule({ BLS_ALLOW_LOOPBACK: '1' });
const secrets = [SECRET];

describe('a webhook’s event', () => {
  test.each(['10.0.0.1', '169.254.169.254', '127.0.0.1', '::1', '192.168.1.1', '64:ff9b::a9fe:a9fe'])(
    'is not sent if a public name resolves to %s',
    async (address) => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      const send = eventSender({ rule: PUBLIC, resolve });
      const attempt = await send({ url: 'https://desk.example.com/', secrets }, 'evt_1', '{}');
      expect(attempt).toEqual({ delivered: false, reason: 'address_refused' });
    },
  );

  test('is not sent to a range that an operator allows for business logic', () => {
    const rule = publicAddressRule({ BLS_ALLOWED_RANGES: '10.0.0.0/8' });
    expect(isPublicAddress('https://10.0.0.1/', rule)).toBe(false);
  });

  test('follows no redirect, and counts it as not delivered', async () => {
    const send = eventSender({ rule: OWN });
    const attempt = await send({ url: `${origin()}/`, secrets }, 'evt_1', '{}');
    expect(attempt).toEqual({ delivered: false, reason: 'status_302' });
    expect(calls).toBe(1);
  });

  test('is never sent unsigned', async () => {
    const send = eventSender({ rule: OWN });
    const attempt = await send({ url: `${origin()}/`, secrets: ['secret'] }, 'evt_1', '{}');
    expect(attempt).toEqual({ delivered: false, reason: 'unsigned' });
  });
});
