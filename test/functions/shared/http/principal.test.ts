import type { APIGatewayProxyEvent } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../../../functions/shared/domain/credentials/principal.ts';
import { ALL_SCOPES } from '../../../../functions/shared/domain/credentials/scopes.ts';
import {
  readPrincipal,
  requirePermission,
  writeContext,
} from '../../../../functions/shared/http/principal.ts';
import { readRequest } from '../../../../functions/shared/http/request.ts';
import { apiEvent } from '../../../support/requests.ts';
import { CALLER, codeOf } from '../../../support/rules.ts';

const END = 1_900_000_000;
const token: Principal = { ...CALLER, grant: 'password', expiresAt: END };
const key: Principal = { ...CALLER, kind: 'key', referrers: ['app.example', '10.0.0.0/8'] };

const withContext = (authorizer: unknown) =>
  ({ requestContext: { authorizer } }) as unknown as APIGatewayProxyEvent;

describe('the context of the authorizer', () => {
  test('holds texts only, and gives the principal back', () => {
    const scopes = fc.subarray([...ALL_SCOPES]);
    const userId = fc.stringMatching(/^[\x20-\x7e]{1,64}$/);
    fc.assert(
      fc.property(scopes, userId, fc.nat(), (some, user, expiresAt) => {
        for (const principal of [token, key, { ...token, clientId: 'acme.x' }]) {
          const expected = { ...principal, scopes: some, userId: user, expiresAt };
          const context = writeContext(expected);
          for (const value of Object.values(context)) expect(typeof value).toBe('string');
          expect(readPrincipal(withContext(context))).toEqual(expected);
        }
      }),
    );
  });

  test.each([
    ['none', undefined],
    ['null', null],
    ['an empty one', {}],
    ['one without an institution', { ...writeContext(token), institution: '' }],
    ['one of an unknown kind', { ...writeContext(token), kind: 'admin' }],
    ['one whose expiry is no number', { ...writeContext(token), expiresAt: 'never' }],
  ])('that is %s is rejected', (_, context) => {
    expect(codeOf(() => readPrincipal(withContext(context)))).toBe('unauthorized');
  });
});

describe('a request', () => {
  const ask = (principal: Principal, now = 0, headers = {}, sourceIp = '198.51.100.1') =>
    codeOf(() => requirePermission(principal, readRequest(apiEvent({ headers, sourceIp }), now), 'query'));

  test('is refused from the second at which its credential expires', () => {
    expect(ask(token, END * 1000 - 1)).toBeUndefined();
    expect(ask(token, END * 1000)).toBe('invalid_token');
  });

  test('needs the scope', () => {
    expect(ask({ ...token, scopes: ['app_read', 'app_write'] })).toBe('insufficient_scope');
  });

  test('with a restricted key must come from an approved place', () => {
    expect(ask(key)).toBe('referrer_not_allowed');
    expect(ask(key, 0, {}, '10.1.1.1')).toBeUndefined();
    expect(ask(key, 0, { oRiGiN: 'https://app.example' })).toBeUndefined();
    expect(ask(key, 0, { Referer: 'https://app.example/x' })).toBeUndefined();
    expect(ask(key, 0, { Origin: 'https://evil.example', Referer: 'https://app.example/x' })).toBe(
      'referrer_not_allowed',
    );
  });

  test('with two Origins or two Referers comes from no approved host', () => {
    const twice = ['https://app.example', 'https://app.example'];
    expect(ask(key, 0, { Origin: twice, Referer: 'https://app.example/' })).toBe('referrer_not_allowed');
    expect(ask(key, 0, { Referer: twice })).toBe('referrer_not_allowed');
  });
});
