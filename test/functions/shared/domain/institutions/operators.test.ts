import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import { ALL_SCOPES } from '../../../../../functions/shared/domain/credentials/scopes.ts';
import { clientSecretDigest } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import type {
  Client,
  Directory,
  Institution,
  User,
} from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  createClient,
  createInstitution,
  createPublicClient,
  createUser,
} from '../../../../../functions/shared/domain/institutions/operators.ts';
import { verifyPassword } from '../../../../../functions/shared/domain/sign-in/passwords.ts';
import { countingBytes, isCommonPassword, refusalOf } from '../../../../support/rules.ts';

const NOW = Date.UTC(2030, 0, 1);
const institutions: [Institution, AuditEvent][] = [];
const users: [User, AuditEvent, string | undefined][] = [];
const clients: [Client, AuditEvent][] = [];
const directory: Directory = {
  readInstitution: async (name) =>
    name === 'acme' ? { name, displayName: 'Bank', allowedKeyScopes: [], createdAt: 0 } : undefined,
  readClient: async () => undefined,
  addInstitution: async (...what) => void institutions.push(what),
  addUser: async (user, event, passwordHash) => void users.push([user, event, passwordHash]),
  addClient: async (...what) => void clients.push(what),
  changeClient: async () => false,
};
const newOperator = () => ({ directory, isCommonPassword, now: () => NOW, random: countingBytes() });
let operator = newOperator();
beforeEach(() => {
  for (const list of [institutions, users, clients]) list.length = 0;
  operator = newOperator();
});

const field = (name: string, message: string) => ({
  code: 'invalid_request',
  message: `${name}: ${message}`,
  fields: [{ field: name, message }],
});
const event = (action: string, target: string) => ({
  at: NOW,
  action,
  outcome: 'done',
  institution: 'acme',
  target,
  actor: { kind: 'operator', id: 'operator' },
  requestId: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
});

describe('an institution', () => {
  test('has every scope for keys and its own name by default', async () => {
    const made = await createInstitution(operator, { name: 'acme' });
    expect(made).toEqual({ name: 'acme', displayName: 'acme', allowedKeyScopes: ALL_SCOPES, createdAt: NOW });
    expect(institutions).toEqual([[made, event('institution.create', 'acme')]]);
  });

  test('has the given values', async () => {
    const said = { name: 'acme', displayName: 'Acme, Inc.', allowedKeyScopes: ['query' as const] };
    expect(await createInstitution(operator, said)).toMatchObject(said);
  });

  test('is created by the named operator', async () => {
    await createInstitution({ ...operator, name: 'eve' }, { name: 'acme' });
    expect(institutions[0]?.[1].actor).toEqual({ kind: 'operator', id: 'eve' });
  });

  test('needs a name that can be part of a key', async () => {
    expect(await refusalOf(() => createInstitution(operator, { name: 'Acme' }))).toEqual(
      field('name', 'use 1 to 63 lower-case letters, digits and inner hyphens'),
    );
    expect(institutions).toEqual([]);
  });

  test.each([
    ['x', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['', false],
    [' \t', false],
    ['\ud800', false],
  ])('is called %j: %j', async (displayName, allowed) => {
    const work = () => createInstitution(operator, { name: 'acme', displayName });
    if (allowed) expect(await work()).toMatchObject({ displayName });
    else expect(await refusalOf(work)).toEqual(field('display_name', 'use 1 to 128 characters'));
  });
});

describe('a user', () => {
  const ann = { institution: 'acme', userId: 'ann' };
  const made = { ...ann, scopes: ALL_SCOPES, status: 'active', revision: 1, createdAt: NOW };

  test('without a name cannot sign in, and has every scope by default', async () => {
    expect(await createUser(operator, ann)).toEqual(made);
    expect(users).toEqual([[made, { ...event('user.create', 'ann'), scopes: ALL_SCOPES }, undefined]]);
    expect(await createUser(operator, { ...ann, scopes: [] })).toMatchObject({ scopes: [] });
  });

  test('with a name and a password signs in by them', async () => {
    const named = { ...made, username: 'ann' };
    const password = 'correct horse';
    expect(await createUser(operator, { ...ann, username: 'ANN', password })).toEqual(named);
    const [[user, , hash] = []] = users;
    expect(user).toEqual(named);
    expect(await verifyPassword(password, hash)).toBe(true);
  });

  test.each([
    [{ username: 'ann' }, field('password', 'use 8 to 256 characters')],
    [{ username: 'ann', password: 'x'.repeat(7) }, field('password', 'use 8 to 256 characters')],
    [
      { password: 'correct horse' },
      field('username', 'use 1 to 128 printable characters, together with a password'),
    ],
    [
      { username: ' ', password: 'correct horse' },
      field('username', 'use 1 to 128 printable characters, together with a password'),
    ],
    [{ userId: '' }, field('user_id', 'use 1 to 64 printable ASCII characters')],
    [{ institution: '' }, field('institution', 'give the name of an institution')],
    [
      { institution: 'ghost', username: 'ann', password: 'correct horse' },
      { code: 'not_found', message: 'There is no institution ghost; create it first.' },
    ],
  ])('is not made with %j', async (changes, refusal) => {
    expect(await refusalOf(() => createUser(operator, { ...ann, ...changes }))).toEqual(refusal);
    expect(users).toEqual([]);
  });
});

describe('a client', () => {
  test('has a secret that only its creator sees, and client credentials by default', async () => {
    const { client, secret } = await createClient(operator, { institution: 'acme' });
    expect(secret).toMatch(/^[0-9A-Za-z]{40}$/);
    expect(client).toEqual({
      clientId: expect.stringMatching(/^acme\.[0-9A-Za-z]{20}$/),
      institution: 'acme',
      displayName: client.clientId,
      secretDigest: clientSecretDigest(secret),
      grants: ['client_credentials'],
      redirectUris: [],
      scopes: ALL_SCOPES,
      requiresPkce: false,
      status: 'active',
      revision: 1,
      createdAt: NOW,
    });
    expect(clients).toEqual([[client, event('client.create', client.clientId)]]);
  });

  test('has the given values', async () => {
    const said = {
      institution: 'acme',
      displayName: 'Web',
      grants: ['authorization_code' as const],
      scopes: ['query' as const],
      redirectUris: ['https://app.example/back'],
      requiresPkce: true,
    };
    expect((await createClient(operator, said)).client).toMatchObject(said);
  });

  const redirectUris = ['http://127.0.0.1/back'];

  test('that is public has no secret and the authorization code grant', async () => {
    const client = await createPublicClient(operator, { institution: 'acme', redirectUris });
    expect(client).not.toHaveProperty('secretDigest');
    expect(client).toMatchObject({ grants: ['authorization_code'], redirectUris, requiresPkce: true });
    expect(clients).toEqual([[client, event('client.create', client.clientId)]]);
  });

  const FORMS =
    'use one of https://…, http://127.0.0.1/…, http://[::1]/… or com.example.app:/…, without a fragment';
  test.each([
    [{ redirectUris: [] }, field('redirect_uri', 'give at least one')],
    [{ redirectUris: [...redirectUris, 'http://a.example/'] }, field('redirect_uri', FORMS)],
    [
      { grants: ['authorization_code' as const, 'client_credentials' as const] },
      field('grants', 'a public client may use authorization_code only'),
    ],
    [{ institution: 'Acme' }, field('institution', 'give the name of an institution')],
    [{ displayName: '' }, field('display_name', 'use 1 to 128 characters')],
  ])('that is public is not made with %j', async (changes, refusal) => {
    const input = { institution: 'acme', redirectUris, ...changes };
    expect(await refusalOf(() => createPublicClient(operator, input))).toEqual(refusal);
    expect(clients).toEqual([]);
  });

  test('is not made with a redirect of another form', async () => {
    const input = { institution: 'acme', redirectUris: ['https://a.example/#x'] };
    expect(await refusalOf(() => createClient(operator, input))).toEqual(field('redirect_uri', FORMS));
  });
});
