import { expect, test } from 'vitest';
import { checkHosted, type InstitutionServers } from '../../../authoring/check/hosted.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';

const SERVERS: InstitutionServers = {
  addresses: new Set(['BLS_URL']),
  hosts: new Set(['bank.example.com']),
  secrets: new Set(['BLS_SECRET']),
};

const findings = (businessLogic: string, servers = SERVERS) =>
  checkHosted(
    readAssistantFiles({
      'assistant.yaml': [
        'schema: 1',
        'name: bank',
        'languages: {default: en, supported: [en]}',
        'out_of_scope: {say: {en: No.}}',
        ...(businessLogic === '' ? [] : [`business_logic: ${businessLogic}`]),
      ].join('\n'),
    }),
    servers,
  );

test.each([
  [''],
  ['{url: env:BLS_URL}'],
  ['{url: "https://bank.example.com/parley"}'],
  ['{url: env:BLS_URL, secret: env:BLS_OTHER, sign: false}'],
])('accepts names and hosts that an operator has set for the institution: %s', (businessLogic) => {
  expect(findings(businessLogic)).toEqual([]);
});

test.each([
  ['a name that nobody has set', '{url: env:BLS_OTHER}', 'BLS_OTHER is not set for your institution'],
  ['another host', '{url: "https://elsewhere.example.com/"}', 'this host is not your institution’s'],
  ['another port', '{url: "https://bank.example.com:8443/"}', 'this host is not your institution’s'],
  ['a host that begins alike', '{url: "https://bank.example.com.evil.example/"}', 'this host is not'],
  ['a host in the user’s place', '{url: "https://bank.example.com@evil.example/"}', 'this host is not'],
  ['another secret', '{url: env:BLS_URL, secret: env:BLS_OTHER}', 'the secret BLS_OTHER is not set'],
])('%s is an error at its place, which says how to set it', (_what, businessLogic, message) => {
  expect(findings(businessLogic)).toEqual([
    {
      file: 'assistant.yaml',
      line: 5,
      column: expect.any(Number),
      severity: 'error',
      message: expect.stringMatching(new RegExp(`${message}.*parley bls set`)),
    },
  ]);
});

test('an assistant cannot call business logic if its institution has none', () => {
  const none = { addresses: new Set<string>(), hosts: new Set<string>(), secrets: new Set<string>() };
  expect(findings('{url: env:BLS_URL}', none)).toHaveLength(2);
});

test('adds no findings for files that already have errors', () => {
  expect(findings('{url: file:///etc/passwd}')).toEqual([]);
});
