import type * as crypto from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useAuthorization } from '../support/authorization.ts';
import { useTokenEndpoint } from '../support/token-endpoint.ts';

const hashed: string[] = [];
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  const argon2 = (...args: Parameters<typeof real.argon2>) => {
    hashed.push(JSON.stringify([args[0], { ...args[1], message: 0, nonce: 0 }]));
    return real.argon2(...args);
  };
  return { ...real, argon2 };
});

const endpoint = useTokenEndpoint();
const wrong = { password: 'wrong password' };

beforeAll(async () => {
  await endpoint.addClient('disabled', 'acme');
});

/** Makes an attempt, and returns the answer, the store operations and the password hashes. */
async function seen(form: Record<string, string>, sourceIp: string) {
  hashed.length = 0;
  endpoint.store.operations.length = 0;
  const { status, headers, body } = await endpoint.ask(form, { sourceIp });
  const operations = endpoint.store.operations.toSorted();
  return { status, headers, body, operations, hashed: [...hashed] };
}

/** Repeats an attempt until it is throttled, and then once more. */
async function history(form: Record<string, string>, sourceIp: string) {
  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await seen(form, sourceIp));
  return answers;
}

test.each([
  ['with its institution', {}, {}],
  ['without its institution', { institution: '' }, { institution: '' }],
  ['in an institution that does not exist', {}, { institution: 'nowhere' }],
])('a known and an unknown user have the same answer at the same cost, %s', async (what, one, other) => {
  const known = await history(endpoint.passwordGrant({ ...wrong, ...one }), `192.0.2.${what.length}`);
  const form = endpoint.passwordGrant({ ...wrong, username: `nobody${what.length}`, ...other });
  const unknown = await history(form, `198.51.100.${what.length}`);
  expect(unknown).toEqual(known);
  expect(known.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429]);
  expect(known[0]?.hashed).toHaveLength(1);
  expect(known[6]?.hashed).toHaveLength(0);
});

describe('on the sign-in page', () => {
  const authorization = useAuthorization();

  test('a known and an unknown user have the same answer at the same cost', async () => {
    const histories = [];
    for (const [username, sourceIp] of [
      ['ann', '192.0.2.1'],
      ['nobody', '192.0.2.2'],
    ] as const) {
      const seen = [];
      for (let count = 0; count < 7; count += 1) {
        hashed.length = 0;
        authorization.store.operations.length = 0;
        const form = { username, password: 'wrong password' };
        const { status, headers, body } = await authorization.decide(authorization.query(), form, {
          sourceIp,
        });
        const { 'Set-Cookie': _, ...told } = headers;
        const page = body.replace(/form_token" value="[^"]+"/, '').replace(`value="${username}"`, '');
        const operations = authorization.store.operations.toSorted();
        seen.push({ status, told, page, operations, hashed: [...hashed] });
      }
      histories.push(seen);
    }
    expect(histories[1]).toEqual(histories[0]);
    expect(histories[0]?.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect(histories[0]?.map((attempt) => attempt.hashed.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });
});

test('a known and an unknown client have the same answer at the same cost', async () => {
  const form = { client_secret: 'wrong' };
  const known = await history(endpoint.clientGrant('acme', form), '192.0.2.200');
  const client_id = `acme.${'x'.repeat(20)}`;
  const unknown = await history(endpoint.clientGrant('acme', { ...form, client_id }), '192.0.2.201');
  expect(unknown).toEqual(known);
  expect(known[6]?.status).toBe(429);
});

test('a wrong secret reveals nothing about the users of the institution', async () => {
  const form = { client_secret: 'wrong' };
  const [known] = await history(
    endpoint.clientGrant('rival', { ...form, service_user_id: 'rival-user' }),
    '192.0.2.210',
  );
  const [unknown] = await history(
    endpoint.clientGrant('rival', { ...form, service_user_id: 'ghost' }),
    '192.0.2.211',
  );
  expect(unknown).toEqual(known);
});

test('a right secret that is throttled has the same answer as a wrong one', async () => {
  const wrongs = await history(endpoint.clientGrant('disabled', { client_secret: 'wrong' }), '192.0.2.220');
  expect(await seen(endpoint.clientGrant('disabled'), '192.0.2.220')).toEqual(wrongs[6]);
});
