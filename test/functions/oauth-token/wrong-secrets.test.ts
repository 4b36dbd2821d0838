import { describe, expect, test } from 'vitest';
import { clientThrottleKey } from '../../../functions/shared/domain/sign-in/throttle.ts';
import { useTokenEndpoint } from '../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const from = (sourceIp: string) => ({ sourceIp });

describe('wrong secrets of a client', () => {
  const wrongSecret = { client_secret: 'x'.repeat(40) };

  test('64 from 20 other addresses delay nobody, at a known or new address', async () => {
    for (let guess = 0; guess < 64; guess += 1) {
      const sourceIp = `203.0.113.${100 + (guess % 20)}`;
      await endpoint.ask(endpoint.clientGrant('acme', wrongSecret), { sourceIp });
    }
    for (const sourceIp of ['192.0.2.130', '192.0.2.131']) {
      expect(await endpoint.ask(endpoint.clientGrant(), { sourceIp })).toMatchObject({ status: 200 });
    }
  });

  test('five from one address delay that client there, and 50 simultaneous ones are all counted', async () => {
    const here = from('192.0.2.140');
    await endpoint.addClient('guessed', 'acme');
    const guess = () => endpoint.ask(endpoint.clientGrant('guessed', wrongSecret), here);
    for (let count = 0; count < 5; count += 1) expect(await guess()).toMatchObject({ status: 401 });
    const refused = await endpoint.ask(endpoint.clientGrant('guessed'), here);
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    expect(await guess()).toEqual(refused);
    expect(await endpoint.ask(endpoint.clientGrant(), here)).toMatchObject({ status: 200 });
    endpoint.clock.now += 1000;
    const answers = await Promise.all(Array.from({ length: 50 }, guess));
    const counted = answers.filter(({ status }) => status === 401).length;
    const key = clientThrottleKey(endpoint.client('guessed').client_id, here.sourceIp);
    const { record } = await endpoint.signIns.readClientSignIn(undefined, key);
    expect(record).toMatchObject({ attempts: 5 + counted, forgiven: 0 });
  });
});
