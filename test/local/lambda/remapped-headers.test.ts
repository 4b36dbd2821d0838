import { expect, test } from 'vitest';
import { remapHeaders } from '../../../local/lambda/remapped-headers.ts';

test('renames only WWW-Authenticate, in both forms of the headers', () => {
  const answer = {
    statusCode: 401,
    headers: { 'WWW-Authenticate': 'Basic', 'Retry-After': '1' },
    multiValueHeaders: { 'www-authenticate': ['Basic'], Vary: ['Origin'] },
    body: '{}',
  };
  expect(remapHeaders(answer)).toEqual({
    statusCode: 401,
    headers: { 'x-amzn-Remapped-WWW-Authenticate': 'Basic', 'Retry-After': '1' },
    multiValueHeaders: { 'x-amzn-Remapped-www-authenticate': ['Basic'], Vary: ['Origin'] },
    body: '{}',
  });
});

test.each([[null], ['text'], [{ principalId: 'nobody' }]])('leaves the result %j unchanged', (result) => {
  expect(remapHeaders(result)).toEqual(result);
});
