import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { businessLogicMock, type Fixtures, readFixtures } from '../../authoring/bls-mock.ts';
import { signedHeaders } from '../../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';

let current: Fixtures = {};
const reports: unknown[] = [];
const server = businessLogicMock({ read: async () => current, report: (call) => reports.push(call) });

beforeEach(async () => {
  reports.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function call(body: unknown): Promise<{ status: number; body: unknown }> {
  const { port } = server.address() as AddressInfo;
  const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}/`, init);
  return { status: response.status, body: await response.json() };
}

describe('the mock of a business logic', () => {
  it('echoes the request, overlaid slot by slot with the fixture of the state', async () => {
    current = { order: { slots: { _B_: 2 }, response_slots: { price: 1 } } };
    const { body } = await call({ state: 'order', query: 'secret', slots: { _A_: 1, _B_: 1 } });
    expect(body).toEqual({
      state: 'order',
      query: 'secret',
      slots: { _A_: 1, _B_: 2 },
      response_slots: { price: 1 },
    });
    expect(reports).toEqual([{ state: 'order', status: 200 }]);
  });

  it('answers with the status in the fixture, and * applies to all other states', async () => {
    current = { '*': 501 };
    expect((await call({ state: 'constructor' })).status).toBe(501);
    current = {};
    expect(await call({ state: 'other' })).toEqual({ status: 200, body: { state: 'other', slots: {} } });
  });

  it('refuses requests with an Origin header, as browsers send them', async () => {
    current = { '*': 200 };
    const { port } = server.address() as AddressInfo;
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port}`]) {
      const init = { method: 'POST', body: '{"state":"order"}', headers: { origin } };
      const { status } = await fetch(`http://127.0.0.1:${port}/`, init);
      expect(status).toBe(403);
    }
    expect(reports).toEqual([403, 403, 403].map((status) => ({ state: '', status })));
  });

  it('with a secret, accepts only requests signed with it, also beside a second signature', async () => {
    const [own = '', other = ''] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    const guarded = businessLogicMock({ read: async () => ({}), report: () => undefined, secret: own });
    guarded.listen(0, '127.0.0.1');
    await once(guarded, 'listening');
    const { port } = guarded.address() as AddressInfo;
    const body = '{"state":"order"}';
    const post = async (...secrets: string[]) => {
      const keys = secrets.map((secret) => readWebhookSecret(secret) ?? new Uint8Array());
      const headers = signedHeaders(keys, 'q', 1, body);
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
    };
    expect(await Promise.all([post(own), post(own, other), post(other, own)])).toEqual([200, 200, 200]);
    expect(await Promise.all([post(other), post()])).toEqual([401, 401]);
    guarded.closeAllConnections();
    guarded.close();
  });

  it.each(['no JSON', '[]', '{}'])('survives %s', async (body) => {
    expect((await call(body)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('fixtures', () => {
  it.each(['{"a": 199}', '{"a": 600}', '{"a": "x"}', '[]'])('that are %s are refused', (text) => {
    expect(() => readFixtures(text)).toThrow('needs an object of fields');
  });
});
