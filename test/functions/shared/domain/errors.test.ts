import { expect, test } from 'vitest';
import { fieldError, ParleyError } from '../../../../functions/shared/domain/errors.ts';

test('a refusal keeps its cause for the log, and its name distinguishes it from other errors', () => {
  const cause = new Error('down');
  const error = new ParleyError('server_error', 'Try again.', { cause });
  expect(error).toMatchObject({ name: 'ParleyError', code: 'server_error', message: 'Try again.', cause });
  expect(new ParleyError('conflict', 'Try again.')).not.toHaveProperty('cause');
});

test('a wrong field is named in the sentence and beside it', () => {
  expect(fieldError('name', 'give one')).toMatchObject({
    code: 'invalid_request',
    message: 'name: give one',
    details: { fields: [{ field: 'name', message: 'give one' }] },
  });
});
