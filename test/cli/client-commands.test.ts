import { describe, expect, test } from 'vitest';
import { clientSecretDigest } from '../../functions/shared/domain/credentials/secrets.ts';
import { signInClient } from '../../functions/shared/domain/sign-in/sign-in.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { createSecretUses } from '../../functions/shared/store/sign-ins-secrets.ts';
import { parleyHere, useAcme } from './parley.ts';

const { client, json } = useAcme();

const newClient = (...args: string[]): Promise<{ client_id: string; client_secret: string }> =>
  json('client', 'create', '--institution', 'acme', ...args);

const works = async (clientId: string, clientSecret: string): Promise<boolean> => {
  const origin = { sourceIp: '192.0.2.1', requestId: 'r', now: Date.now() };
  const signIns = createSignInStore(client);
  return signInClient(signIns, { ...origin, clientId, clientSecret, serviceUserId: 'ann' }).then(
    () => true,
    () => false,
  );
};

const fingerprint = (secret: string) => clientSecretDigest(secret).slice(0, 16);

describe('client rotate-secret', () => {
  test('revokes the old secret at once by default', async () => {
    const { client_id, client_secret: first } = await newClient();
    const { client_secret: second } = await json('client', 'rotate-secret', client_id);
    expect([await works(client_id, first), await works(client_id, second)]).toEqual([false, true]);
  });

  test('--keep-old keeps both secrets valid until drop-secret, and never a third', async () => {
    const { client_id, client_secret: first } = await newClient();
    const rotated = await json('client', 'rotate-secret', client_id, '--keep-old', '24h');
    const { client_secret: second, old_secret_seconds } = rotated;
    expect(old_secret_seconds).toBe(86_400);
    expect([await works(client_id, first), await works(client_id, second)]).toEqual([true, true]);
    const third = await parleyHere(['client', 'rotate-secret', client_id, '--keep-old', '1h']);
    expect([third.code, third.stderr]).toEqual([1, expect.stringContaining('two secrets')]);
    expect(await json('client', 'drop-secret', client_id)).toMatchObject({ code: 0, client_id });
    expect([await works(client_id, first), await works(client_id, second)]).toEqual([false, true]);
    const again = await parleyHere(['client', 'drop-secret', client_id]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('no former secret')]);
  });

  test('--keep-old until-dropped keeps the old secret without an end', async () => {
    const { client_id, client_secret } = await newClient();
    await json('client', 'rotate-secret', client_id, '--keep-old', 'until-dropped');
    const { secrets } = await json('client', 'show', client_id);
    expect(secrets).toMatchObject([
      { secret: 'current', ends: 'never' },
      { secret: 'old', ends: 'when dropped', fingerprint: fingerprint(client_secret) },
    ]);
  });

  test.each(['x', '24', '-1h', '1w', '1.5h', '93d'])('--keep-old %s is refused', async (time) => {
    const { client_id, client_secret } = await newClient();
    const { code } = await parleyHere(['client', 'rotate-secret', client_id, `--keep-old=${time}`]);
    expect(code).toBe(1);
    expect(await works(client_id, client_secret)).toBe(true);
  });
});

describe('client show', () => {
  test('shows the hour in which each secret was last used, but no secret', async () => {
    const { client_id, client_secret: first } = await newClient('--display-name', 'Web');
    const { client_secret: second } = await json('client', 'rotate-secret', client_id, '--keep-old', '7d');
    const hour = Date.UTC(2030, 0, 1, 12);
    await createSecretUses(client).secretUsed(client_id, clientSecretDigest(first), hour);
    const shown = await json('client', 'show', client_id);
    expect(shown).toEqual({
      code: 0,
      client_id,
      display_name: 'Web',
      status: 'active',
      grants: 'client_credentials',
      scopes: expect.any(String),
      require_pkce: false,
      redirect_uris: [],
      secrets: [
        { secret: 'current', fingerprint: fingerprint(second), ends: 'never', last_used_at: null },
        {
          secret: 'old',
          fingerprint: fingerprint(first),
          ends: expect.stringMatching(/^\d{4}-.*Z$/),
          last_used_at: '2030-01-01T12:00:00.000Z',
        },
      ],
    });
    const { stdout } = await parleyHere(['client', 'show', client_id]);
    expect(stdout).toMatch(/^current secret {2}[0-9a-f]{16} {2}ends never {2}used never$/m);
    expect(stdout).toMatch(/^old secret .* used 2030-01-01T12:00:00\.000Z$/m);
    for (const secret of [first, second]) expect(JSON.stringify(shown) + stdout).not.toContain(secret);
  });
});

describe('client set', () => {
  test('turns the requirement of PKCE on and off', async () => {
    const made = await newClient('--require-pkce');
    expect(made).toMatchObject({ require_pkce: true });
    const { client_id } = made;
    expect(await json('client', 'set', client_id, '--no-require-pkce')).toMatchObject({
      require_pkce: false,
    });
    expect(await json('client', 'set', client_id, '--require-pkce')).toMatchObject({ require_pkce: true });
    expect(await json('client', 'show', client_id)).toMatchObject({ require_pkce: true });
  });

  test('sets name, grants, scopes and redirects independently', async () => {
    const { client_id } = await newClient('--display-name', 'Web');
    await json('client', 'set', client_id, '--grants', 'authorization_code', '--scopes', 'query');
    await json('client', 'set', client_id, '--redirect-uri', 'https://a.example/', 'https://b.example/');
    expect(await json('client', 'show', client_id)).toMatchObject({
      display_name: 'Web',
      grants: 'authorization_code',
      scopes: 'query',
      redirect_uris: ['https://a.example/', 'https://b.example/'],
    });
    expect(await json('client', 'set', client_id, '--display-name', 'Shop')).toMatchObject({
      display_name: 'Shop',
    });
  });

  test.each([
    [[], 'give at least one setting'],
    [['--redirect-uri', 'http://a.example/'], 'redirect_uri'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { client_id } = await newClient();
    const { code, stderr } = await parleyHere(['client', 'set', client_id, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
