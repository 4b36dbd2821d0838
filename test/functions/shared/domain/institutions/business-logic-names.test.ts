import { describe, expect, test } from 'vitest';
import {
  type BusinessLogicNames,
  isServerName,
  listedNames,
  openNames,
  sealNames,
  serversOf,
} from '../../../../../functions/shared/domain/institutions/business-logic-names.ts';
import { DEPLOYMENT_KEY } from '../../../../support/rules.ts';

const NAMES: BusinessLogicNames = {
  everywhere: { BLS_URL: { url: 'https://a.example/' }, BLS_SECRET: { secrets: ['one', 'two'] } },
  applications: {
    'prod:bank': { BLS_URL: { url: 'https://prod.example/' } },
    'test:bank': { BLS_SECRET: { secrets: ['three'] }, BLS_MORE: { url: 'https://more.example/' } },
  },
};

describe('a name stands for', () => {
  test.each([
    [undefined, 'BLS_URL', { url: 'https://a.example/' }],
    [undefined, 'BLS_MORE', {}],
    ['prod:bank', 'BLS_URL', { url: 'https://prod.example/' }],
    ['prod:bank', 'BLS_SECRET', { secrets: ['one', 'two'] }],
    ['test:bank', 'BLS_SECRET', { secrets: ['three'] }],
    ['test:bank', 'BLS_MORE', { url: 'https://more.example/' }],
    ['other:bank', 'BLS_URL', { url: 'https://a.example/' }],
    ['other:bank', 'BLS_NONE', {}],
    ['toString', 'BLS_URL', { url: 'https://a.example/' }],
  ])('in %j, %s: %j', (application, name, server) => {
    expect(serversOf(NAMES, application)(name)).toEqual(server);
  });

  test('the address of the application and the secret of the institution, if each sets one', () => {
    const names = {
      everywhere: { BLS: { url: 'https://a.example/', secrets: ['one'] } },
      applications: { 'prod:bank': { BLS: { url: 'https://prod.example/' } } },
    };
    expect(serversOf(names, 'prod:bank')('BLS')).toEqual({ url: 'https://prod.example/', secrets: ['one'] });
  });
});

test('a public-only address does not restrict addresses of other places', () => {
  const names = {
    everywhere: { BLS_URL: { url: 'https://a.example/', isPublicOnly: true } },
    applications: {
      'prod:bank': { BLS_URL: { url: 'https://10.0.0.1/' } },
      'test:bank': { BLS_URL: { secrets: ['one'] } },
    },
  };
  expect(serversOf(names, 'prod:bank')('BLS_URL')).toEqual({ url: 'https://10.0.0.1/' });
  expect(serversOf(names, 'test:bank')('BLS_URL')).toEqual({
    url: 'https://a.example/',
    isPublicOnly: true,
    secrets: ['one'],
  });
});

test('listed names show neither secrets nor an address’s password and query', () => {
  const url = 'https://ann:hunter2@a.example/bls?code=hunter3';
  const [listed] = listedNames({
    everywhere: { BLS: { url, secrets: ['whsec_hunter4', 'whsec_hunter5'] } },
    applications: {},
  });
  expect(listed).toEqual({
    application: null,
    name: 'BLS',
    url: 'https://ann:***@a.example/bls?***',
    secrets: [expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)],
  });
  expect(JSON.stringify(listed)).not.toContain('hunter');
});

describe('sealed names', () => {
  const key = { deploymentKey: DEPLOYMENT_KEY, institution: 'acme' };
  const sealed = sealNames(NAMES, key, new Uint8Array(12));

  test('open only for their own institution with the deployment’s key', () => {
    expect(openNames(sealed, key)).toEqual(NAMES);
    expect(openNames(sealed, { ...key, institution: 'rival' })).toBeUndefined();
    expect(openNames(sealed, { ...key, deploymentKey: Buffer.from('another') })).toBeUndefined();
  });
});

test.each([
  ['BLS_URL', true],
  ['BLS_2', true],
  [`BLS_${'A'.repeat(60)}`, true],
  [`BLS_${'A'.repeat(61)}`, false],
  ['BLS_', false],
  ['BLS', false],
  ['bls_url', false],
  ['BLS_url', false],
  ['AWS_SECRET', false],
  ['XBLS_URL', false],
  ['BLS_URL\n', false],
  ['__proto__', false],
])('%j may be a name: %j', (name, answer) => {
  expect(isServerName(name)).toBe(answer);
});
