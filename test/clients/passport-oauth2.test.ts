import OAuth2Strategy from 'passport-oauth2';
import { describe, expect, test } from 'vitest';
import { allow, expectWorks, refuse, settings } from './support.ts';

type Outcome = { redirect: string } | { success: unknown } | { fail: unknown } | { error: unknown };

/** Creates a strategy and a session, and returns a function that runs a request like passport. */
function strategy(kind: 'confidential' | 'public') {
  const { authorize_url, token_url, callback, client_id, client_secret, public_client_id } = settings();
  const made = new OAuth2Strategy(
    {
      authorizationURL: authorize_url,
      tokenURL: token_url,
      callbackURL: callback,
      clientID: kind === 'public' ? public_client_id : client_id,
      clientSecret: kind === 'public' ? '' : client_secret,
      scope: ['query', 'account_read'],
      state: true,
      pkce: true,
    },
    (accessToken: string, _refreshToken: string, _profile: unknown, done: OAuth2Strategy.VerifyCallback) =>
      done(null, { accessToken }),
  );
  const session = {};
  return (query: Record<string, string> = {}): Promise<Outcome> =>
    new Promise((resolve) => {
      const step = Object.assign(Object.create(made), {
        redirect: (redirect: string) => resolve({ redirect }),
        success: (success: unknown) => resolve({ success }),
        fail: (fail: unknown) => resolve({ fail }),
        error: (error: unknown) => resolve({ error }),
      });
      step.authenticate({ query, session } as unknown as Parameters<OAuth2Strategy['authenticate']>[0], {});
    });
}

async function begin(authenticate: ReturnType<typeof strategy>): Promise<string> {
  const outcome = await authenticate();
  return 'redirect' in outcome ? outcome.redirect : '';
}

const queryOf = ({ searchParams }: URL) => Object.fromEntries(searchParams);

describe('passport-oauth2', () => {
  test.each(['confidential', 'public'] as const)(
    'signs a user in as a %s client, with PKCE and state',
    async (kind) => {
      const authenticate = strategy(kind);
      const outcome = await authenticate(queryOf(await allow(await begin(authenticate))));
      expect(outcome).toEqual({ success: { accessToken: expect.stringMatching(/^[0-9A-Za-z]{30}$/) } });
      if ('success' in outcome) await expectWorks(Object.values(outcome.success ?? {})[0]);
    },
  );

  test('reports a refused consent', async () => {
    const authenticate = strategy('confidential');
    const outcome = await authenticate(queryOf(await refuse(await begin(authenticate))));
    expect(outcome).toEqual({ fail: { message: 'The user denied the request.' } });
  });
});
