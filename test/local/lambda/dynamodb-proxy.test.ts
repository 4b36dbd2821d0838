import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../../../functions/shared/store/dynamodb.ts';
import { createAccessRecorder } from '../../../local/lambda/access.ts';
import { type DeployedFunction, tableArn } from '../../../local/lambda/deployment.ts';
import { accessesOf, startDynamoDbProxy } from '../../../local/lambda/dynamodb-proxy.ts';
import { useGuardedDynamoDb } from '../../support/dynamodb.ts';

const store = useGuardedDynamoDb();
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const TABLE = 'parley-Credentials';

interface Reader {
  proxied: ReturnType<typeof connect>;
  url: string;
  report: () => unknown;
}

async function reader(): Promise<Reader> {
  const recorder = createAccessRecorder();
  const definition: DeployedFunction = {
    name: 'reader',
    codeFolder: '',
    handler: '',
    environment: {},
    memoryMegabytes: 128,
    timeoutSeconds: 3,
    statements: [{ actions: ['dynamodb:GetItem', 'dynamodb:Query'], resources: [tableArn(TABLE)] }],
  };
  const proxy = await startDynamoDbProxy(definition, store.endpoint(), recorder);
  const proxied = connect(proxy.url);
  stops.push(proxy.close, () => proxied.destroy());
  return { proxied, url: proxy.url, report: () => recorder.report([definition]).reader };
}

test('forwards what the policy allows, and refuses the rest as AWS does, without any change', async () => {
  const { proxied, report } = await reader();
  await store.client().send(new PutCommand({ TableName: TABLE, Item: { pk: 'one', n: 1 } }));
  const get = new GetCommand({ TableName: TABLE, Key: { pk: 'one' } });
  expect((await proxied.send(get)).Item).toEqual({ pk: 'one', n: 1 });
  const put = proxied.send(new PutCommand({ TableName: TABLE, Item: { pk: 'one', n: 2 } }));
  await expect(put).rejects.toMatchObject({ cause: { name: 'AccessDeniedException' } });
  expect((await store.client().send(get)).Item).toEqual({ pk: 'one', n: 1 });
  expect(report()).toEqual({
    answered: false,
    used: [{ action: 'dynamodb:GetItem', resource: tableArn(TABLE) }],
    refused: [{ action: 'dynamodb:PutItem', resource: tableArn(TABLE) }],
    unused: [{ action: 'dynamodb:Query', resource: tableArn(TABLE) }],
  });
});

test('answers only its function, and does not record what others tried', async () => {
  const { url, report } = await reader();
  const { username, host } = new URL(url);
  const headers = { 'X-Amz-Target': 'DynamoDB_20120810.GetItem' };
  const body = JSON.stringify({ TableName: TABLE, Key: { pk: { S: 'one' } } });
  const credential = (key: string) => ({ Authorization: `AWS4-HMAC-SHA256 Credential=${key}/x` });
  for (const given of [
    {},
    credential('local'),
    credential(new URL(store.endpoint()).username),
    { ...credential(username), Origin: 'https://evil.example' },
  ]) {
    const answer = await fetch(`http://${host}`, { method: 'POST', headers: { ...headers, ...given }, body });
    expect(answer.status).toBe(403);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  }
  expect(report()).toMatchObject({ used: [], refused: [] });
});

test('checks each part of a transaction as its own action, and a batch once for each table', () => {
  const parts = ['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind) => ({ [kind]: { TableName: 'a' } }));
  expect(accessesOf('TransactWriteItems', { TransactItems: parts }).map(({ action }) => action)).toEqual([
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ]);
  expect(accessesOf('BatchGetItem', { RequestItems: { a: {}, b: {} } })).toEqual([
    { action: 'dynamodb:BatchGetItem', resource: tableArn('a') },
    { action: 'dynamodb:BatchGetItem', resource: tableArn('b') },
  ]);
});

test('an index is a resource of its own', () => {
  expect(accessesOf('Query', { TableName: 'a', IndexName: 'by-name' })).toEqual([
    { action: 'dynamodb:Query', resource: `${tableArn('a')}/index/by-name` },
  ]);
});
