import { expect, test } from 'vitest';
import { ParleyError } from '../../../../functions/shared/domain/errors.ts';
import { readErrorAliases } from '../../../../functions/shared/http/error-aliases.ts';
import { errorResponse } from '../../../../functions/shared/http/errors.ts';
import { errorTemplate, GATEWAY_RESPONSES } from '../../../../infra/gateway-responses.ts';

const refusal = new ParleyError('invalid_request', 'query: send words.');

test.each([
  [undefined, []],
  ['', []],
  ['detail', ['detail']],
  ['message detail', ['detail', 'message']],
  ['error detail', ['detail']],
])('%j lists the aliases %j', (list, aliases) => {
  expect(readErrorAliases(list)).toEqual(aliases);
});

test('an error has no alias unless the deployment adds it', () => {
  expect(JSON.parse(errorResponse(refusal, 'r').body)).toEqual({
    error: 'invalid_request',
    error_description: 'query: send words.',
    request_id: 'r',
  });
});

test('an error has the same text under each alias', () => {
  expect(JSON.parse(errorResponse(refusal, 'r', ['detail', 'message']).body)).toMatchObject({
    error_description: 'query: send words.',
    detail: 'query: send words.',
    message: 'query: send words.',
  });
});

test('a bad token gives the error on which clients of the original service sign in again', () => {
  const expired = 'Using expired access token.';
  const own = JSON.parse(errorResponse(new ParleyError('invalid_token', 'Old.'), 'r', ['detail']).body);
  expect(own).toEqual({ detail: expired });
  const gateways = JSON.parse(errorTemplate(GATEWAY_RESPONSES.ACCESS_DENIED, 'r', ['message']));
  expect(gateways).toEqual({ message: expired });
});
