import { describe, expect, test } from 'vitest';
import { handler } from '../../../../functions/oauth-token/handler.ts';
import { basic, useTokenEndpoint, without } from '../../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();

describe('client authentication', () => {
  test('works by Basic as by the body, form-encoded or not', async () => {
    const { client_id: id, client_secret: secret } = endpoint.client();
    const body = without(endpoint.clientGrant(), 'client_id', 'client_secret');
    for (const Authorization of [
      basic(id, secret),
      basic(id, secret).replace('Basic', 'bASIC'),
      basic(id.replace('.', '%2E'), secret),
    ]) {
      expect(await endpoint.ask(body, { headers: { Authorization } })).toMatchObject({ status: 200 });
    }
  });

  test('that fails by Basic returns a Basic challenge', async () => {
    const body = without(endpoint.clientGrant(), 'client_id', 'client_secret');
    for (const Authorization of [basic('acme.x', 'y'), 'Basic', 'Basic !', basic('%zz', 'y'), 'Bearer abc']) {
      const answer = await endpoint.ask(body, { headers: { Authorization } });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answer.headers['WWW-Authenticate']).toMatch(/^Basic realm=/);
      endpoint.clock.now += 3_600_000;
    }
  });
});

describe('service_user_id', () => {
  test('is accepted under its alias, and conflicts with a different value under its own name', async () => {
    const renamed = { ...without(endpoint.clientGrant(), 'service_user_id'), clinc_user_id: 'acme-user' };
    expect(await endpoint.ask(renamed)).toMatchObject({ status: 200 });
    expect(await endpoint.ask({ ...renamed, service_user_id: 'acme-user' })).toMatchObject({ status: 200 });
    expect(await endpoint.ask({ ...renamed, service_user_id: 'both' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  test('has the aliases set by the deployment, and the old wire name by default', async () => {
    const { service_user_id = '', ...rest } = endpoint.clientGrant();
    const under = (name: string) => endpoint.ask({ ...rest, [name]: service_user_id }, {}, handler);
    expect(await under('clinc_user_id')).toMatchObject({ status: 200 });
    process.env.SERVICE_USER_ID_ALIASES = 'user, account,';
    expect(await under('account')).toMatchObject({ status: 200 });
    expect(await under('clinc_user_id')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await under('')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    delete process.env.SERVICE_USER_ID_ALIASES;
  });

  test('that exists in two institutions means the user of the client’s institution', async () => {
    for (const name of ['acme', 'rival']) {
      const { body } = await endpoint.ask(endpoint.clientGrant(name, { service_user_id: 'both' }));
      expect(await endpoint.resolve(body.access_token)).toMatchObject({ institution: name });
    }
  });
});
