import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOauthIntrospect } from '../../functions/oauth-introspect/handler.ts';
import { createOauthRevoke } from '../../functions/oauth-revoke/handler.ts';
import { createOauthToken } from '../../functions/oauth-token/handler.ts';
import { clientSecretDigest } from '../../functions/shared/domain/credentials/secrets.ts';
import {
  dropFormerSecret,
  rotateClientSecret,
} from '../../functions/shared/domain/institutions/client-changes.ts';
import type { SecretUses } from '../../functions/shared/domain/oauth/secret-uses.ts';
import { createAuditTrail } from '../../functions/shared/store/audit.ts';
import { createClientStore, createCodeExchangeStore } from '../../functions/shared/store/client-requests.ts';
import { createTokenStore } from '../../functions/shared/store/credentials-tokens.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createConsentStore } from '../../functions/shared/store/sign-ins-consents.ts';
import { createSecretUses, readSecretUses } from '../../functions/shared/store/sign-ins-secrets.ts';
import { call } from '../support/requests.ts';
import { noTokenLimits } from '../support/rules.ts';
import { useTokenEndpoint } from '../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const { clock, signIns } = endpoint;
const { client, uncounted, operations } = endpoint.store;
const operator = {
  directory: createDirectory(uncounted),
  users: createUserStore(uncounted),
  audit: createAuditTrail(uncounted),
  consents: createConsentStore(uncounted),
  now: () => clock.now,
  random: randomBytes,
};
const HOUR = 3_600_000;
const now = () => clock.now;

/** Creates a token endpoint with no memory, like a new process. */
const newProcess = (secretUses: SecretUses = createSecretUses(client)) =>
  createOauthToken({
    limits: noTokenLimits,
    tokens: createTokenStore(client),
    signIns,
    exchanges: createCodeExchangeStore(client),
    secretUses,
    random: randomBytes,
    serviceUserIdAliases: () => [],
    now,
  });

/** Adds a client, and returns its id and first secret. */
async function newClient(name: string) {
  await endpoint.addClient(name, 'acme', { scopes: ['query'] });
  const { client_id, client_secret } = endpoint.client(name);
  return { clientId: client_id, first: client_secret };
}
const ask = (clientId: string, secret: string, handler: unknown = newProcess()) =>
  endpoint.ask(
    {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      service_user_id: 'acme-user',
    },
    {},
    handler,
  );
const uses = async (clientId: string, secret: string) =>
  (await readSecretUses(uncounted(), clientId)).get(clientSecretDigest(secret));

describe('while a client changes its secret', () => {
  test('the old one is valid until its exact second, and the new one at once', async () => {
    const { clientId, first } = await newClient('rotating');
    clock.now = Math.ceil(clock.now / 1000) * 1000;
    const second = await rotateClientSecret(operator, clientId, 60);
    expect((await ask(clientId, second)).status).toBe(200);
    clock.now += 59_999;
    expect((await ask(clientId, first)).status).toBe(200);
    clock.now += 1;
    expect((await ask(clientId, first)).status).toBe(401);
    expect((await ask(clientId, second)).status).toBe(200);
  });

  test('the old one is valid until it is dropped', async () => {
    const { clientId, first } = await newClient('dropping');
    const second = await rotateClientSecret(operator, clientId, 'until_dropped');
    clock.now += 400 * 24 * HOUR;
    expect((await ask(clientId, first)).status).toBe(200);
    await dropFormerSecret(operator, clientId);
    expect((await ask(clientId, first)).status).toBe(401);
    expect((await ask(clientId, second)).status).toBe(200);
  });

  test('a third one is valid only after the first is revoked', async () => {
    const { clientId, first } = await newClient('thrice');
    const second = await rotateClientSecret(operator, clientId, 60);
    await expect(rotateClientSecret(operator, clientId, 60)).rejects.toMatchObject({ code: 'conflict' });
    const third = await rotateClientSecret(operator, clientId);
    const answers = await Promise.all([first, second, third].map((secret) => ask(clientId, secret)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  test('simultaneous rotations leave two secrets: the old one and one new one', async () => {
    const { clientId, first } = await newClient('raced');
    const rotations = await Promise.allSettled(
      Array.from({ length: 4 }, () => rotateClientSecret(operator, clientId, 60)),
    );
    const [made, ...more] = rotations.filter((rotation) => rotation.status === 'fulfilled');
    expect(more).toEqual([]);
    expect((await ask(clientId, first)).status).toBe(200);
    expect((await ask(clientId, made?.value ?? '')).status).toBe(200);
  });
});

describe('the use of a secret', () => {
  test('is recorded by the hour in parallel with the token’s own write, once an hour', async () => {
    const { clientId, first } = await newClient('used');
    // The first request of a day also records that the source is trusted; send that one before counting.
    await ask(clientId, first);
    clock.now = Math.ceil(clock.now / HOUR) * HOUR + 1000;
    const began = clock.now - 1000;
    const handler = newProcess();
    operations.length = 0;
    expect((await ask(clientId, first, handler)).status).toBe(200);
    expect(operations[0]).toBe('BatchGetItem');
    expect(operations.slice(1).toSorted()).toEqual(['BatchGetItem', 'TransactWriteItems', 'UpdateItem']);
    expect(await uses(clientId, first)).toBe(began);
    operations.length = 0;
    clock.now = began + HOUR - 1;
    await ask(clientId, first, handler);
    expect(operations).toEqual(['BatchGetItem', 'TransactWriteItems', 'BatchGetItem']);
    clock.now = began + HOUR;
    await ask(clientId, first, handler);
    expect(await uses(clientId, first)).toBe(began + HOUR);
  });

  test('is recorded for each of two secrets', async () => {
    const { clientId, first } = await newClient('two-used');
    const second = await rotateClientSecret(operator, clientId, 'until_dropped');
    await ask(clientId, first);
    const old = await uses(clientId, first);
    clock.now += 5 * HOUR;
    await ask(clientId, second);
    expect(await uses(clientId, first)).toBe(old);
    expect(await uses(clientId, second)).toBe(clock.now - (clock.now % HOUR));
  });

  test('recorded later by another process is kept', async () => {
    const { clientId, first } = await newClient('late');
    await ask(clientId, first);
    const noted = await uses(clientId, first);
    await createSecretUses(uncounted).secretUsed(clientId, clientSecretDigest(first), (noted ?? 0) - HOUR);
    expect(await uses(clientId, first)).toBe(noted);
  });

  test('is recorded if a client only introspects or revokes', async () => {
    const { clientId, first } = await newClient('asking');
    const secretUses = createSecretUses(client);
    const form = new Map(
      Object.entries({ client_id: clientId, client_secret: first, token: 'A'.repeat(30) }),
    );
    const introspect = createOauthIntrospect({ clients: createClientStore(client), secretUses, now });
    expect((await call(introspect, { body: form })).body).toEqual({ active: false });
    const noted = await uses(clientId, first);
    expect(noted).toBe(clock.now - (clock.now % HOUR));
    clock.now += HOUR;
    const revoke = createOauthRevoke({ tokens: createCodeExchangeStore(client), secretUses, now });
    expect((await call(revoke, { body: form })).status).toBe(200);
    expect(await uses(clientId, first)).toBe((noted ?? 0) + HOUR);
  });

  test('that is wrong is not recorded', async () => {
    const { clientId } = await newClient('wrong');
    const wrong = 'w'.repeat(40);
    expect((await ask(clientId, wrong)).status).toBe(401);
    expect(await uses(clientId, wrong)).toBeUndefined();
  });

  test('that cannot be recorded changes no answer', async () => {
    const { clientId, first } = await newClient('failing');
    const failing = { secretUsed: () => Promise.reject(new Error('down')) };
    expect((await ask(clientId, first, newProcess(failing))).status).toBe(200);
  });
});
