import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../../functions/shared/domain/cursors.ts';
import { DEPLOYMENT_KEY, refusalOf } from '../../../support/rules.ts';

const context = { deploymentKey: DEPLOYMENT_KEY, institution: 'acme', list: ['turns', undefined, 'a'] };
const cursor = writeCursor('here', context, new Uint8Array(12));

test('a cursor reveals its place only to the list that issued it', () => {
  expect(readCursor(cursor, context)).toBe('here');
  expect(cursor).not.toContain('here');
});

test.each([
  ['another institution', { institution: 'other' }],
  ['another filter', { list: ['turns', 'b', 'a'] }],
  ['a filter that is left out', { list: ['turns', undefined, undefined] }],
  ['another deployment', { deploymentKey: Buffer.from('x'.repeat(64)) }],
])('a cursor is refused by %s', async (_who, change) => {
  expect(await refusalOf(() => readCursor(cursor, { ...context, ...change }))).toMatchObject({
    code: 'invalid_request',
    fields: [{ field: 'cursor' }],
  });
});

test('a text that is not a cursor is rejected, whatever its length', async () => {
  for (const text of ['', 'x', '!', 'A'.repeat(400), 'A'.repeat(401)])
    expect(await refusalOf(() => readCursor(text, context))).toMatchObject({ code: 'invalid_request' });
});
