import { expect, test } from 'vitest';
import { isAllowed, readStatements, unused } from '../../../local/lambda/policy.ts';

const TABLE = 'arn:aws:dynamodb:local:000000000000:table/one';
const statements = readStatements({
  Statement: [
    { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: TABLE },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket/*' },
  ],
});

test.each([
  ['dynamodb:GetItem', TABLE, true],
  ['dynamodb:GetItem', `${TABLE}s`, false],
  ['dynamodb:GetItem', `${TABLE}/index/by-name`, false],
  ['dynamodb:DeleteItem', TABLE, false],
  ['s3:GetObject', 'arn:aws:s3:::bucket/a/b', true],
  ['s3:GetObject', 'arn:aws:s3:::bucket', false],
  ['s3:PutObject', 'arn:aws:s3:::bucket/a', false],
])('%s on %s is allowed: %s', (action, resource, allowed) => {
  expect(isAllowed(statements, { action, resource })).toBe(allowed);
});

test('reports unused rights, where a pattern counts as used if a use matches it', () => {
  const used = [
    { action: 'dynamodb:GetItem', resource: TABLE },
    { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/key' },
  ];
  expect(unused(statements, used)).toEqual([{ action: 'dynamodb:PutItem', resource: TABLE }]);
});

test.each([
  [{ Effect: 'Deny', Action: 's3:*', Resource: '*' }],
  [{ Effect: 'Allow', Action: 's3:*', Resource: '*', Condition: {} }],
])('rejects a statement that it does not support: %j', (statement) => {
  expect(() => readStatements({ Statement: [statement] })).toThrow('only allow statements');
});
