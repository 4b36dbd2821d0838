import { describe, expect, test } from 'vitest';
import {
  authorizationUrl,
  challengeOf,
  exchangeBody,
  institutionOf,
  newSecret,
  type PendingSignIn,
  readReturn,
} from '../../../clients/console/code-grant.ts';
import { isCodeChallenge, verifierMatches } from '../../../functions/shared/domain/oauth/pkce.ts';

const PENDING: PendingSignIn = { clientId: 'acme.x', state: 's', verifier: 'v', hash: '#/keys' };
const back = (query: string, pending = PENDING) => readReturn(new URLSearchParams(query), pending);

describe('the code grant of the console', () => {
  test('creates unique verifiers and challenges that the service accepts', async () => {
    const verifier = newSecret();
    const challenge = await challengeOf(verifier);
    expect(isCodeChallenge(challenge)).toBe(true);
    expect(verifierMatches(challenge, verifier)).toBe(true);
    expect(verifierMatches(challenge, newSecret())).toBe(false);
  });

  test('requests a code with S256 and without a scope, and exchanges it with the verifier', () => {
    const root = 'https://api.example/prod';
    const asked = new URL(authorizationUrl(root, PENDING, 'c'));
    expect(`${asked.origin}${asked.pathname}`).toBe(`${root}/v1/oauth/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'acme.x',
      redirect_uri: `${root}/console`,
      state: 's',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    });
    expect(Object.fromEntries(new URLSearchParams(exchangeBody(root, 'k', PENDING)))).toEqual({
      grant_type: 'authorization_code',
      client_id: 'acme.x',
      redirect_uri: `${root}/console`,
      code: 'k',
      code_verifier: 'v',
    });
  });

  test.each([
    ['', { kind: 'none' }],
    ['client=acme.x', { kind: 'none' }],
    ['code=k&state=s', { kind: 'code', code: 'k', pending: PENDING }],
    [
      'error=access_denied&error_description=No.&state=s',
      { kind: 'refused', error: 'access_denied', description: 'No.' },
    ],
    ['error=server_error&state=s', { kind: 'refused', error: 'server_error', description: '' }],
    ['code=k&state=other', { kind: 'foreign' }],
    ['code=k', { kind: 'foreign' }],
    ['error=access_denied&state=other', { kind: 'foreign' }],
  ])('reads the response ?%s', (query, expected) => {
    expect(back(query)).toEqual(expected);
  });

  test('rejects a response without a matching request', () => {
    expect(readReturn(new URLSearchParams('code=k&state=s'), undefined)).toEqual({ kind: 'foreign' });
    expect(back('code=k&state=', { ...PENDING, state: 'x' })).toEqual({ kind: 'foreign' });
  });

  test('reads the institution from the client id', () => {
    expect(institutionOf('acme.0123456789abcdefghij')).toBe('acme');
    expect(institutionOf('acme.bank.x')).toBe('acme.bank');
    expect(institutionOf('nothing')).toBe('');
  });
});
