import { beforeEach, describe, expect, test } from 'vitest';
import {
  MAX_SEALED_BYTES,
  readServers,
  removeAllServers,
  removeServer,
  retireSecret,
  type ServerChange,
  setServer,
} from '../../../../../functions/shared/domain/institutions/business-logic-changes.ts';
import { memoryNames } from '../../../../support/memory-names.ts';
import { ORIGIN, refusalOf } from '../../../../support/rules.ts';

const ACME = { institution: 'acme' };
const PROD = { institution: 'acme', application: 'prod:bank' };
const URL = 'https://logic.example/bls';
const [ONE = '', TWO = '', THREE = ''] = [1, 2, 3].map(
  (byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`,
);

let memory = memoryNames();
beforeEach(() => {
  memory = memoryNames();
});
const set = (change: ServerChange, name = 'BLS_SECRET', place: typeof ACME | typeof PROD = ACME) =>
  setServer(memory.operator, place, name, change);
const read = (institution = 'acme') => readServers(memory.operator, institution);

describe('a setting of a name', () => {
  test('belongs to its institution or application alone, and keeps the rest', async () => {
    await set({ url: URL }, 'BLS_URL');
    await set({ secret: ONE });
    await set({ url: `${URL}/prod` }, 'BLS_URL', PROD);
    expect(await read()).toEqual({
      everywhere: { BLS_URL: { url: URL }, BLS_SECRET: { secrets: [ONE] } },
      applications: { 'prod:bank': { BLS_URL: { url: `${URL}/prod` } } },
    });
    expect(await read('rival')).toEqual({ everywhere: {}, applications: {} });
  });

  test('is audited by its name and fields, never by its value', async () => {
    await set({ url: URL, secret: ONE }, 'BLS_BANK', PROD);
    expect(memory.held.events).toEqual([
      {
        at: ORIGIN.now,
        action: 'business-logic.set',
        outcome: 'done',
        institution: 'acme',
        actor: { kind: 'operator', id: 'ops' },
        target: 'prod:bank BLS_BANK',
        changed: ['url', 'secret'],
        hosts: { after: 'logic.example' },
        requestId: expect.any(String),
      },
    ]);
  });

  test('has the hosts of its address in the trail, before and after, but no path or password', async () => {
    await set({ url: 'https://ann:pass@one.example:8443/secret?token=x' }, 'BLS_URL');
    await set({ url: 'https://two.example/other' }, 'BLS_URL');
    await set({ url: 'https://two.example/other' }, 'BLS_URL');
    await set({ secret: ONE }, 'BLS_URL');
    await removeServer(memory.operator, ACME, 'BLS_URL');
    expect(memory.held.events.map(({ hosts }) => hosts)).toEqual([
      { after: 'one.example:8443' },
      { before: 'one.example:8443', after: 'two.example' },
      undefined,
      undefined,
      { before: 'two.example' },
    ]);
  });

  test('as public only lasts until another address is set', async () => {
    await set({ url: URL, isPublicOnly: true }, 'BLS_URL');
    await set({ secret: ONE }, 'BLS_URL');
    expect((await read()).everywhere.BLS_URL).toEqual({ url: URL, isPublicOnly: true, secrets: [ONE] });
    await set({ url: URL }, 'BLS_URL');
    expect((await read()).everywhere.BLS_URL).toEqual({ url: URL, secrets: [ONE] });
  });

  test('is sealed differently each time', async () => {
    await set({ secret: ONE });
    const first = Buffer.from(memory.held.kept.get('acme')?.sealed ?? []);
    expect(first.includes(ONE)).toBe(false);
    await set({ secret: ONE });
    expect(Buffer.from(memory.held.kept.get('acme')?.sealed ?? []).equals(first)).toBe(false);
  });

  test.each<[ServerChange, string, string]>([
    [{ url: 'http://logic.example/' }, 'BLS_URL', 'url'],
    [{ url: 'http://127.0.0.1.example/' }, 'BLS_URL', 'url'],
    [{ url: 'ftp://logic.example/' }, 'BLS_URL', 'url'],
    [{ url: 'logic.example' }, 'BLS_URL', 'url'],
    [
      { url: `https://logic.example/${'x'.repeat(2048 - 'https://logic.example/'.length + 1)}` },
      'BLS_URL',
      'url',
    ],
    [{ secret: 'secret' }, 'BLS_SECRET', 'secret'],
    [{ secret: '' }, 'BLS_SECRET', 'secret'],
    [{ secret: ONE }, 'AWS_SECRET', 'name'],
    [{}, 'BLS_SECRET', 'name'],
  ])('is not %j under %s', async (change, name, field) => {
    expect(await refusalOf(async () => set(change, name))).toMatchObject({
      code: 'invalid_request',
      fields: [{ field }],
    });
    expect(memory.held.kept.size).toBe(0);
  });

  test.each([
    `https://logic.example/${'x'.repeat(2048 - 'https://logic.example/'.length)}`,
    'http://127.0.0.1:8080/',
    'http://localhost:8080/bls',
    'http://[::1]:8080/',
  ])('may be %.40s', async (url) => {
    await set({ url }, 'BLS_URL');
    expect((await read()).everywhere.BLS_URL).toEqual({ url });
  });

  test('is refused for an invalid application', async () => {
    const place = { institution: 'acme', application: 'bank' };
    const refusal = await refusalOf(async () => setServer(memory.operator, place, 'BLS_URL', { url: URL }));
    expect(refusal).toMatchObject({ fields: [{ field: 'application' }] });
  });

  test('has a size limit, beyond which nothing changes', async () => {
    const long = (count: number) => ({ url: `https://logic.example/${'x'.repeat(count)}` });
    for (let index = 0; index < 8; index += 1) await set(long(1900), `BLS_${index}`);
    const room = MAX_SEALED_BYTES - (memory.held.kept.get('acme')?.sealed.byteLength ?? 0);
    // Length of an entry without its x's.
    const frame = ',"BLS_8":{"url":"https://logic.example/"}'.length;
    const before = await read();
    expect(await refusalOf(async () => set(long(room - frame + 1), 'BLS_8'))).toMatchObject({
      code: 'conflict',
    });
    expect(await read()).toEqual(before);
    await set(long(room - frame), 'BLS_8');
    expect(memory.held.kept.get('acme')?.sealed.byteLength).toBe(MAX_SEALED_BYTES);
  });
});

describe('a new secret', () => {
  test('signs beside the former one until that is retired', async () => {
    await set({ secret: ONE });
    await set({ secret: TWO });
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO, ONE] });
    await retireSecret(memory.operator, ACME, 'BLS_SECRET');
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO] });
    expect(memory.held.events.at(-1)).toMatchObject({
      action: 'business-logic.retire',
      target: 'BLS_SECRET',
      changed: ['secret'],
    });
  });

  test('is refused while two sign, so that no server is cut off unnoticed', async () => {
    await set({ secret: ONE });
    await set({ secret: TWO });
    expect(await refusalOf(async () => set({ secret: THREE }))).toMatchObject({ code: 'conflict' });
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO, ONE] });
  });

  test('changes nothing if it is the current one already', async () => {
    await set({ secret: ONE });
    await set({ secret: ONE });
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [ONE] });
    await set({ secret: TWO });
    await set({ secret: TWO });
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO, ONE] });
  });

  test('may replace all others at once', async () => {
    await set({ secret: ONE });
    await set({ secret: TWO });
    await set({ secret: THREE, replaceSecrets: true });
    expect((await read()).everywhere.BLS_SECRET).toEqual({ secrets: [THREE] });
  });

  test.each([[[]], [[ONE]]])('retiring is refused where only these sign: %j', async (secrets) => {
    for (const secret of secrets) await set({ secret });
    const refusal = await refusalOf(async () => retireSecret(memory.operator, ACME, 'BLS_SECRET'));
    expect(refusal).toMatchObject({ code: 'conflict' });
  });
});

describe('removing', () => {
  test('a name takes it from its place alone', async () => {
    await set({ url: URL }, 'BLS_URL');
    await set({ url: URL }, 'BLS_URL', PROD);
    await removeServer(memory.operator, PROD, 'BLS_URL');
    expect(await read()).toEqual({ everywhere: { BLS_URL: { url: URL } }, applications: {} });
    expect(memory.held.events.at(-1)).toMatchObject({
      action: 'business-logic.remove',
      target: 'prod:bank BLS_URL',
    });
    expect(await refusalOf(async () => removeServer(memory.operator, PROD, 'BLS_URL'))).toMatchObject({
      code: 'not_found',
    });
  });

  test('all removes everything, also what another deployment key sealed', async () => {
    await set({ url: URL }, 'BLS_URL');
    memory.held.deploymentKey = Buffer.from('b'.repeat(64));
    expect(await refusalOf(() => read())).toMatchObject({ code: 'conflict' });
    expect(await refusalOf(async () => set({ url: URL }, 'BLS_URL'))).toMatchObject({ code: 'conflict' });
    await removeAllServers(memory.operator, 'acme');
    expect(await read()).toEqual({ everywhere: {}, applications: {} });
    await set({ url: URL }, 'BLS_URL');
    expect((await read()).everywhere).toEqual({ BLS_URL: { url: URL } });
  });
});

test('concurrent changes are all kept, with at most five attempts each', async () => {
  await Promise.all([set({ url: URL }, 'BLS_A'), set({ url: URL }, 'BLS_B'), set({ url: URL }, 'BLS_C')]);
  expect(Object.keys((await read()).everywhere).sort()).toEqual(['BLS_A', 'BLS_B', 'BLS_C']);
  memory.held.overtaken = 4;
  await set({ url: URL }, 'BLS_D');
  memory.held.overtaken = 5;
  expect(await refusalOf(async () => set({ url: URL }, 'BLS_E'))).toMatchObject({ code: 'conflict' });
  expect((await read()).everywhere).not.toHaveProperty('BLS_E');
});
