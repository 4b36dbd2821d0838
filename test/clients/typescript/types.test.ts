import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_TYPES, clientTypesDigest } from '../../../clients/typescript/types/sources.ts';

test('the client’s types are up to date (otherwise run npm run client-types)', () => {
  const [made = ''] = readFileSync(CLIENT_TYPES, 'utf8').split('\n');
  expect(made).toContain(clientTypesDigest());
});
