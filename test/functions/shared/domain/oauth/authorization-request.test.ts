import { describe, expect, test } from 'vitest';
import type { Client } from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  onlyValue,
  readAuthorizationRequest,
  type SentParameters,
} from '../../../../../functions/shared/domain/oauth/authorization-request.ts';
import { CLIENT } from '../../../../support/rules.ts';

const REDIRECT = 'https://app.example/back';
const CHALLENGE = 'c'.repeat(43);
const client: Client = {
  ...CLIENT,
  clientId: 'acme.x',
  grants: ['authorization_code'],
  redirectUris: [REDIRECT],
};
const { secretDigest: _, ...publicClient } = client;

type Sent = Record<string, string | string[] | undefined>;
const parameters = (sent: Sent): SentParameters =>
  new Map(
    Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat()] as const],
    ),
  );
const GOOD = {
  response_type: 'code',
  client_id: 'acme.x',
  redirect_uri: REDIRECT,
  state: 's t',
  scope: 'query',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const read = (changes: Sent = {}, of: Client | undefined = client) =>
  readAuthorizationRequest(parameters({ ...GOOD, ...changes }), of);
const refused = (
  error: string,
  description: string,
  to: object = { redirectUri: REDIRECT, state: 's t' },
) => ({
  kind: 'refusal',
  to,
  refusal: { error, description },
});

describe('an authorization request', () => {
  test('names the client, the scopes and the redirect', () => {
    expect(read()).toEqual({
      kind: 'request',
      request: {
        client,
        redirectUri: REDIRECT,
        redirectUriSent: true,
        state: 's t',
        scopes: ['query'],
        codeChallenge: CHALLENGE,
      },
    });
  });

  test.each<[string, Sent, object]>([
    [
      'without a scope asks for all that the client may have',
      { scope: undefined },
      { scopes: client.scopes },
    ],
    ['with an empty scope does too', { scope: '' }, { scopes: client.scopes }],
    ['without a state repeats none', { state: undefined }, { state: undefined }],
    ['with an empty state repeats none', { state: '' }, { state: undefined }],
    ['with response_mode=query is the same', { response_mode: 'query' }, { redirectUri: REDIRECT }],
    ['with an unknown parameter twice is the same', { nonce: ['a', 'b'] }, { redirectUri: REDIRECT }],
    [
      'without a redirect goes to the only one',
      { redirect_uri: undefined },
      { redirectUri: REDIRECT, redirectUriSent: false },
    ],
    [
      'of a confidential client needs no challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      { codeChallenge: undefined },
    ],
  ])('%s', (_, changes, request) => {
    expect(read(changes)).toMatchObject({ kind: 'request', request });
  });
});

describe('a request gets an error page', () => {
  test.each<[string, Client | undefined]>([
    ['nobody', undefined],
    ['a client that is disabled', { ...client, status: 'disabled' }],
  ])('for %s', (_, of) => {
    expect(readAuthorizationRequest(parameters(GOOD), of)).toEqual({
      kind: 'page',
      refusal: 'unknown_client',
    });
  });

  test.each<[string, Sent, Partial<Client>]>([
    ['that is not registered', { redirect_uri: `${REDIRECT}/` }, {}],
    ['that is empty', { redirect_uri: '' }, {}],
    ['sent twice', { redirect_uri: [REDIRECT, REDIRECT] }, {}],
    [
      'left out where there are two',
      { redirect_uri: undefined },
      { redirectUris: [REDIRECT, 'https://b.example/'] },
    ],
    ['left out where there is none', { redirect_uri: undefined }, { redirectUris: [] }],
  ])('with a redirect %s, whatever else is wrong', (_, changes, of) => {
    const page = { kind: 'page', refusal: 'unknown_redirect' };
    expect(read(changes, { ...client, ...of })).toEqual(page);
    expect(read({ ...changes, response_type: 'token' }, { ...client, ...of })).toEqual(page);
  });
});

describe('the client gets an error', () => {
  test.each([
    'client_id',
    'response_type',
    'response_mode',
    'scope',
    'code_challenge',
    'code_challenge_method',
  ])('if %s was sent twice, even with the same value', (name) => {
    expect(read({ [name]: ['code', 'code'] })).toEqual(refused('invalid_request', `Send ${name} once.`));
  });

  test('if state was sent twice, without any state', () => {
    const to = { redirectUri: REDIRECT, state: undefined };
    expect(read({ state: ['a', 'b'] })).toEqual(refused('invalid_request', 'Send state once.', to));
  });

  const SCOPES = 'Use scopes that this client is allowed: query app_read.';
  const NO_HASH = 'The code_challenge is not a SHA-256 digest in base64url.';
  test.each<[string, Sent, string, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request', 'Send response_type=code.'],
    ['an empty one', { response_type: '' }, 'invalid_request', 'Send response_type=code.'],
    [
      'another response type',
      { response_type: 'token' },
      'unsupported_response_type',
      'The response_type must be code.',
    ],
    [
      'another response mode',
      { response_mode: 'fragment' },
      'invalid_request',
      'The response_mode must be query.',
    ],
    [
      'a method without a challenge',
      { code_challenge: undefined },
      'invalid_request',
      'Send a code_challenge with the code_challenge_method.',
    ],
    [
      'a challenge without a method',
      { code_challenge_method: undefined },
      'invalid_request',
      'The code_challenge_method must be S256.',
    ],
    [
      'the method plain',
      { code_challenge_method: 'plain' },
      'invalid_request',
      'The code_challenge_method must be S256.',
    ],
    ['a challenge that is too short', { code_challenge: 'c'.repeat(42) }, 'invalid_request', NO_HASH],
    ['a scope that nobody knows', { scope: 'query admin' }, 'invalid_scope', SCOPES],
    ['a scope of others', { scope: 'query app_write' }, 'invalid_scope', SCOPES],
    ['no scope but spaces', { scope: ' ' }, 'invalid_scope', SCOPES],
  ])('for %s', (_, changes, error, description) => {
    expect(read(changes)).toEqual(refused(error, description));
  });

  test('if it may not use this grant', () => {
    expect(read({}, { ...client, grants: ['client_credentials'] })).toEqual(
      refused('unauthorized_client', 'This client may not use the authorization code grant.'),
    );
  });

  test('if it is public and sends no challenge', () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    expect(read(without, publicClient)).toEqual(
      refused('invalid_request', 'This client must send a code_challenge.'),
    );
    expect(read({}, publicClient)).toMatchObject({ kind: 'request' });
  });

  test('if it has a secret, must use PKCE and sends no challenge', () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    expect(read(without, client)).toMatchObject({ kind: 'request' });
    expect(read(without, { ...client, requiresPkce: true })).toEqual(
      refused('invalid_request', 'This client must send a code_challenge.'),
    );
    expect(read({}, { ...client, requiresPkce: true })).toMatchObject({ kind: 'request' });
  });

  test('if it is allowed no scope', () => {
    for (const scope of ['query', undefined]) {
      expect(read({ scope }, { ...client, scopes: [] })).toEqual(
        refused('invalid_scope', 'Use scopes that this client is allowed: none.'),
      );
    }
  });
});

test.each([
  [[], undefined],
  [[''], undefined],
  [['a'], 'a'],
  [['a', 'a'], undefined],
  [['a', ''], undefined],
])('the single value of %j is %j', (values, only) => {
  expect(onlyValue(new Map([['x', values]]), 'x')).toBe(only);
  expect(onlyValue(new Map(), 'x')).toBeUndefined();
});
