import { expect, test } from 'vitest';
import type { Scope } from '../../../../../functions/shared/domain/credentials/scopes.ts';
import type { Client } from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  type Consent,
  isRemembered,
  isSureToBe,
  supportsCode,
} from '../../../../../functions/shared/domain/oauth/consents.ts';

const consent: Consent = { clientId: 'acme.x', scopes: ['query', 'app_read'], since: 1000 };
const withdrawn: Consent = { clientId: 'acme.x', scopes: [] };

test.each<[Scope[], boolean]>([
  [['query', 'app_read'], true],
  [['app_read'], true],
  [['query', 'account_read'], false],
  [['account_read'], false],
])('a consent covers the same or fewer scopes: %j, %j', (scopes, remembered) => {
  expect(isRemembered(consent, scopes)).toBe(remembered);
  expect(isRemembered(undefined, scopes)).toBe(false);
  expect(isRemembered(withdrawn, scopes)).toBe(false);
});

test('a consent supports codes issued at the same time or later', () => {
  expect([999, 1000, 1001].map((issuedAt) => supportsCode(consent, issuedAt))).toEqual([false, true, true]);
  expect(supportsCode(undefined, 1000)).toBe(false);
  expect(supportsCode(withdrawn, 1000)).toBe(false);
});

test.each([
  ['x', 'https://app.example/back', true],
  ['x', 'http://127.0.0.1:5000/back', true],
  ['x', 'com.example.app:/back', true],
  [undefined, 'https://app.example/back', true],
  [undefined, 'http://127.0.0.1:5000/back', false],
  [undefined, 'http://[::1]:5000/back', false],
  [undefined, 'com.example.app:/back', false],
])('nobody can impersonate a client with the secret %s at %s: %j', (secretDigest, redirectUri, sure) => {
  const client = { ...(secretDigest === undefined ? {} : { secretDigest }) } as Client;
  expect(isSureToBe(client, redirectUri)).toBe(sure);
});
