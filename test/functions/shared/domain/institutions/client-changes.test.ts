import { beforeEach, describe, expect, test } from 'vitest';
import { clientSecretDigest } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import {
  dropFormerSecret,
  MAX_KEEP_SECONDS,
  rotateClientSecret,
  setClient,
  setClientStatus,
} from '../../../../../functions/shared/domain/institutions/client-changes.ts';
import { CLIENT_ID, memoryOwners, NOW, operatorEventOf } from '../../../../support/memory-owners.ts';
import { refusalOf } from '../../../../support/rules.ts';

let memory = memoryOwners();
beforeEach(() => {
  memory = memoryOwners();
});

const changes = () => memory.held.done.filter((one) => Array.isArray(one) && one[0] === 'change client');
const OLD = 'c'.repeat(64);

describe('a client that is', () => {
  test('disabled loses its tokens, after it can obtain no more', async () => {
    expect(await setClientStatus(memory.operator, CLIENT_ID, 'disabled')).toBe(2);
    expect(memory.held.done[0]).toEqual(['change client', CLIENT_ID, { status: 'disabled', revision: 5 }]);
    expect(memory.held.done.slice(1)).toEqual(
      expect.arrayContaining([
        ['revoke', 'ann', 't2'],
        ['revoke', 'bob', 'b1'],
      ]),
    );
    expect(memory.held.done).toHaveLength(3);
    expect(memory.held.events).toEqual([operatorEventOf('client.disable', CLIENT_ID)]);
  });

  test('enabled loses nothing', async () => {
    expect(await setClientStatus(memory.operator, CLIENT_ID, 'active')).toBe(0);
    expect(memory.held.done).toEqual([['change client', CLIENT_ID, { status: 'active', revision: 5 }]]);
    expect(memory.held.events).toEqual([operatorEventOf('client.enable', CLIENT_ID)]);
  });

  test('changed by somebody else at the same moment is read again', async () => {
    memory.held.overtaken = 2;
    await setClientStatus(memory.operator, CLIENT_ID, 'active');
    expect(changes()).toHaveLength(3);
    expect(memory.held.events).toHaveLength(1);
  });

  test.each([`acme.${'y'.repeat(20)}`, 'no-client-id'])('unknown is not found: %s', async (clientId) => {
    const refusal = { code: 'not_found', message: `There is no client ${clientId}.` };
    const { operator } = memory;
    for (const work of [
      () => setClientStatus(operator, clientId, 'disabled'),
      () => setClient(operator, clientId, { displayName: 'x' }),
      () => rotateClientSecret(operator, clientId),
      () => dropFormerSecret(operator, clientId),
    ]) {
      expect(await refusalOf(work)).toEqual(refusal);
    }
    expect(memory.held.done).toEqual([]);
  });
});

describe('a setting of a client', () => {
  test('is written with its changed fields, under a new revision', async () => {
    const settings = { displayName: 'Web', redirectUris: ['https://a.example/'], requiresPkce: true };
    expect(await setClient(memory.operator, CLIENT_ID, settings)).toMatchObject(settings);
    expect(memory.held.done).toEqual([['change client', CLIENT_ID, { ...settings, revision: 5 }]]);
    expect(memory.held.events).toEqual([
      {
        ...operatorEventOf('client.set', CLIENT_ID),
        changed: ['displayName', 'redirectUris', 'requiresPkce'],
      },
    ]);
  });

  test('removes lost scopes from the client’s tokens only', async () => {
    await setClient(memory.operator, CLIENT_ID, { scopes: ['query'] });
    expect(memory.held.done.slice(1).toSorted()).toEqual([
      ['narrow', 'b1', ['query']],
      ['narrow', 't2', ['query']],
    ]);
  });

  test.each([
    [{}, 'settings'],
    [{ displayName: ' ' }, 'display_name'],
    [{ redirectUris: ['http://a.example/'] }, 'redirect_uri'],
  ])('is refused if it is valid for no client: %j', async (settings, field) => {
    const refusal = await refusalOf(() => setClient(memory.operator, CLIENT_ID, settings));
    expect(refusal).toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    expect(memory.held.done).toEqual([]);
  });

  test.each([
    [{ grants: ['client_credentials' as const] }, 'grants'],
    [{ redirectUris: [] }, 'redirect_uri'],
    [{ requiresPkce: false }, 'require_pkce'],
  ])('is refused for a public client: %j', async (settings, field) => {
    const { secretDigest: _, ...client } = memory.held.client;
    const redirectUris = ['https://a.example/'];
    memory.held.client = { ...client, redirectUris, grants: ['authorization_code'], requiresPkce: true };
    const refusal = await refusalOf(() => setClient(memory.operator, CLIENT_ID, settings));
    expect(refusal).toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    expect(memory.held.done).toEqual([]);
  });
});

describe('a new secret', () => {
  test('replaces the former one, and keeps tokens and codes', async () => {
    const secret = await rotateClientSecret(memory.operator, CLIENT_ID);
    const change = { secretDigest: clientSecretDigest(secret), formerSecret: null };
    expect(memory.held.done).toEqual([['change client', CLIENT_ID, change]]);
    expect(memory.held.events).toEqual([operatorEventOf('client.rotate-secret', CLIENT_ID)]);
  });

  test.each([
    [3600, { digest: OLD, endsAt: NOW / 1000 + 3600 }],
    [MAX_KEEP_SECONDS, { digest: OLD, endsAt: NOW / 1000 + MAX_KEEP_SECONDS }],
    ['until_dropped' as const, { digest: OLD }],
  ])('is valid beside the former one for %s', async (keep, formerSecret) => {
    const secret = await rotateClientSecret(memory.operator, CLIENT_ID, keep);
    const change = { secretDigest: clientSecretDigest(secret), formerSecret };
    expect(changes()).toEqual([['change client', CLIENT_ID, change]]);
  });

  test.each([-1, 0.5, MAX_KEEP_SECONDS + 1])(
    'is rejected if the former one should live %d s',
    async (keep) => {
      const refusal = await refusalOf(() => rotateClientSecret(memory.operator, CLIENT_ID, keep));
      expect(refusal).toMatchObject({ code: 'invalid_request', fields: [{ field: 'keep_old' }] });
      expect(memory.held.done).toEqual([]);
    },
  );

  test('is refused while a former one is valid', async () => {
    const former = { digest: 'f'.repeat(64) };
    for (const formerSecret of [former, { ...former, endsAt: NOW / 1000 + 1 }]) {
      memory.held.client = { ...memory.held.client, formerSecret };
      const refusal = await refusalOf(() => rotateClientSecret(memory.operator, CLIENT_ID, 60));
      expect(refusal).toMatchObject({ code: 'conflict' });
    }
    expect(memory.held.done).toEqual([]);
    memory.held.client = { ...memory.held.client, formerSecret: { ...former, endsAt: NOW / 1000 } };
    await rotateClientSecret(memory.operator, CLIENT_ID, 60);
    expect(changes()).toMatchObject([['change client', CLIENT_ID, { formerSecret: { digest: OLD } }]]);
  });

  test('replaces both valid ones at once', async () => {
    memory.held.client = { ...memory.held.client, formerSecret: { digest: 'f'.repeat(64) } };
    await rotateClientSecret(memory.operator, CLIENT_ID);
    expect(changes()).toMatchObject([['change client', CLIENT_ID, { formerSecret: null }]]);
  });

  test('is refused for a public client', async () => {
    const { secretDigest: _, ...client } = memory.held.client;
    memory.held.client = client;
    const refusal = await refusalOf(() => rotateClientSecret(memory.operator, CLIENT_ID));
    expect(refusal).toMatchObject({ code: 'not_found' });
    expect(memory.held.done).toEqual([]);
  });
});

describe('a former secret', () => {
  test('is dropped while it is valid', async () => {
    memory.held.client = { ...memory.held.client, formerSecret: { digest: 'f'.repeat(64) } };
    await dropFormerSecret(memory.operator, CLIENT_ID);
    expect(memory.held.done).toEqual([['change client', CLIENT_ID, { formerSecret: null }]]);
    expect(memory.held.events).toEqual([operatorEventOf('client.drop-secret', CLIENT_ID)]);
  });

  test('cannot be dropped if there is none, or it has expired', async () => {
    expect(await refusalOf(() => dropFormerSecret(memory.operator, CLIENT_ID))).toMatchObject({
      code: 'conflict',
    });
    const formerSecret = { digest: 'f'.repeat(64), endsAt: NOW / 1000 };
    memory.held.client = { ...memory.held.client, formerSecret };
    expect(await refusalOf(() => dropFormerSecret(memory.operator, CLIENT_ID))).toMatchObject({
      code: 'conflict',
    });
    expect(memory.held.done).toEqual([]);
  });
});
