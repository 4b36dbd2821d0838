import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '../../../../functions/oauth-token/handler.ts';
import { basic, useTokenEndpoint, without } from '../../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();

beforeAll(async () => {
  await endpoint.addClient('code', 'acme', { grants: ['authorization_code'] });
  await endpoint.addClient('narrow', 'acme', { scopes: ['account_read'] });
});

describe('scope', () => {
  test.each([
    ['query', 200, 'query'],
    ['app_read query', 200, 'app_read query'],
    ['query query', 200, 'query'],
    ['app_write', 400, undefined],
    ['query app_write', 400, undefined],
    ['query no_such_scope', 400, undefined],
    ['QUERY', 400, undefined],
    [' ', 400, undefined],
    ['', 200, 'query app_read'],
  ])('%j is given as a whole or refused', async (scope, status, given) => {
    const answer = await endpoint.ask(endpoint.clientGrant('acme', { scope }));
    expect(answer.status).toBe(status);
    expect(answer.body.scope).toBe(given);
    if (status === 400) expect(answer.body.error).toBe('invalid_scope');
  });

  test('of a client that shares none with the user is refused', async () => {
    const answer = await endpoint.ask(endpoint.clientGrant('narrow'));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });
});

describe('client authentication', () => {
  test('by Basic is as good as by the body, form-encoded or not', async () => {
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

  test('by Basic and by the body at once is invalid_request', async () => {
    const { client_id: id, client_secret: secret } = endpoint.client();
    const answer = await endpoint.ask(endpoint.clientGrant(), {
      headers: { Authorization: basic(id, secret) },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test.each([
    ['a wrong secret', () => endpoint.clientGrant('acme', { client_secret: 'x'.repeat(40) })],
    ['an unknown client', () => endpoint.clientGrant('acme', { client_id: `acme.${'x'.repeat(20)}` })],
    ['a malformed client id', () => endpoint.clientGrant('acme', { client_id: '../#\0' })],
    ['a client id of 100 KB', () => endpoint.clientGrant('acme', { client_id: 'x'.repeat(100_000) })],
    [
      "another client's secret",
      () => endpoint.clientGrant('acme', { client_secret: endpoint.client('rival').client_secret }),
    ],
    [
      "an id that moves a client's random part under another institution",
      () => endpoint.clientGrant('acme', { client_id: endpoint.client().client_id.replace('acme', 'rival') }),
    ],
  ])('with %s is refused in the same words', async (_, parameters) => {
    const answer = await endpoint.ask(parameters(), { sourceIp: '203.0.113.1' });
    expect(answer.status).toBe(401);
    expect(answer.headers['WWW-Authenticate']).toBeUndefined();
    expect(answer.body).toEqual({
      error: 'invalid_client',
      error_description: 'The client id or the client secret is wrong.',
      request_id: 'request-1',
    });
    endpoint.clock.now += 3_600_000;
  });

  test('that fails by Basic is challenged for Basic', async () => {
    const body = without(endpoint.clientGrant(), 'client_id', 'client_secret');
    for (const Authorization of [basic('acme.x', 'y'), 'Basic', 'Basic !', basic('%zz', 'y'), 'Bearer abc']) {
      const answer = await endpoint.ask(body, { headers: { Authorization } });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answer.headers['WWW-Authenticate']).toMatch(/^Basic realm=/);
      endpoint.clock.now += 3_600_000;
    }
  });

  test('of a disabled client is refused as a wrong secret is', async () => {
    await endpoint.addClient('disabled', 'acme');
    const { client_id } = endpoint.client('disabled');
    await endpoint.store.uncounted().send(
      new UpdateCommand({
        TableName: process.env.DIRECTORY_TABLE,
        Key: { pk: 'institution#acme', sk: `client#${client_id}` },
        UpdateExpression: 'SET #status = :disabled',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':disabled': 'disabled' },
      }),
    );
    expect(await endpoint.ask(endpoint.clientGrant('disabled'))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: 'The client id or the client secret is wrong.' },
    });
  });

  test('for a grant that the client does not have is unauthorized_client', async () => {
    expect(await endpoint.ask(endpoint.clientGrant('code'))).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    });
  });
});

describe('service_user_id', () => {
  test('is accepted under its alias, and must be one user where both are sent', async () => {
    const renamed = { ...without(endpoint.clientGrant(), 'service_user_id'), clinc_user_id: 'acme-user' };
    expect(await endpoint.ask(renamed)).toMatchObject({ status: 200 });
    expect(await endpoint.ask({ ...renamed, service_user_id: 'acme-user' })).toMatchObject({ status: 200 });
    expect(await endpoint.ask({ ...renamed, service_user_id: 'both' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  test('has the aliases that the deployment lists, the old wire name by default', async () => {
    const { service_user_id = '', ...rest } = endpoint.clientGrant();
    const under = (name: string) => endpoint.ask({ ...rest, [name]: service_user_id }, {}, handler);
    expect(await under('clinc_user_id')).toMatchObject({ status: 200 });
    process.env.SERVICE_USER_ID_ALIASES = 'user, account,';
    expect(await under('account')).toMatchObject({ status: 200 });
    expect(await under('clinc_user_id')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await under('')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    delete process.env.SERVICE_USER_ID_ALIASES;
  });

  test.each(['rival-user', 'nobody', 'ü', 'x'.repeat(65), 'a\0'])(
    '%j, no user of the institution of the client, is invalid_grant',
    async (service_user_id) => {
      const answer = await endpoint.ask(endpoint.clientGrant('acme', { service_user_id }));
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    },
  );

  test('that two institutions have names the user of the institution of the client', async () => {
    for (const name of ['acme', 'rival']) {
      const { body } = await endpoint.ask(endpoint.clientGrant(name, { service_user_id: 'both' }));
      expect(await endpoint.resolve(body.access_token)).toMatchObject({ institution: name });
    }
  });
});
