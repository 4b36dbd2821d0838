import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { type HttpRequest, send } from '../support/http.ts';
import { childrenOf, listenersOf } from '../support/processes.ts';
import { sharedDemo, sharedService } from '../support/shared-service.ts';
import { useBrowser, useCallback } from './support.ts';

/** Name that its owner has pointed at this machine (DNS rebinding). */
const REBOUND = 'rebound.example';

const openPage = useBrowser([`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
/** Foreign site on a separate port. */
const site = useCallback();

/** A request that a page makes. */
interface Attempt {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  mode?: 'cors' | 'no-cors';
}

/** Sends a request from a page. Returns the answer that the page can read; empty if the browser blocks it. */
const attempt = (page: Page, { url, ...init }: Attempt): Promise<string> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then((answer) => answer.text()).catch(() => '')`,
  );

const signed = (operation: string, input: object): Omit<Attempt, 'url'> => ({
  method: 'POST',
  headers: {
    Authorization:
      'AWS4-HMAC-SHA256 Credential=local/20300101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    'X-Amz-Target': `DynamoDB_20120810.${operation}`,
    'X-Amz-Date': '20300101T000000Z',
    'Content-Type': 'application/x-amz-json-1.0',
  },
  body: JSON.stringify(input),
});

const gatewayPort = () => new URL(sharedDemo().base_url).port;

describe.skipIf(sharedService().pid === 0)(
  'at the open ports of a running service, a page of another site',
  () => {
    let ports: string[] = [];
    const store = connect(sharedService().storeEnvironment.DYNAMODB_ENDPOINT);
    beforeAll(() => {
      const service = sharedService().pid;
      ports = listenersOf([service, ...childrenOf(service)]).map((address) => address.split(':')[1] ?? '');
    });
    afterAll(() => store.destroy());

    test('has at least the gateway, the database and the business logic to try', () => {
      expect(ports).toContain(gatewayPort());
      expect(ports).toContain(new URL(sharedService().storeEnvironment.DYNAMODB_ENDPOINT ?? '').port);
      expect(ports.length).toBeGreaterThanOrEqual(3);
    });

    test('can read only the answers of the gateway', async () => {
      const page = await openPage();
      await page.goto(site.uri());
      const readable = new Set<string>();
      const asks = [{}, { method: 'POST', body: '{}' }, signed('ListTables', {})];
      const attempts = ports.flatMap((port) =>
        ['127.0.0.1', 'localhost'].flatMap((host) =>
          asks.map((asked) => ({ port, url: `http://${host}:${port}/`, ...asked })),
        ),
      );
      await Promise.all(
        attempts.map(async ({ port, ...asked }) => {
          const answer = await attempt(page, asked);
          if (answer !== '') readable.add(port);
          expect(answer).not.toContain('TableNames');
        }),
      );
      expect([...readable]).toEqual([gatewayPort()]);
    });

    test('cannot write into the database', async () => {
      const page = await openPage();
      await page.goto(site.uri());
      const pk = `key#${randomUUID()}`;
      const TableName = sharedService().storeEnvironment.CREDENTIALS_TABLE ?? '';
      expect(TableName).not.toBe('');
      const put = signed('PutItem', { TableName, Item: { pk: { S: pk } } });
      const plain = { headers: { 'Content-Type': 'text/plain' }, mode: 'no-cors' } as const;
      await Promise.all(
        ports.flatMap((port) => {
          const url = `http://127.0.0.1:${port}/`;
          return [attempt(page, { url, ...put }), attempt(page, { url, ...put, ...plain })];
        }),
      );
      const { Item } = await store.send(new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }));
      expect(Item).toBeUndefined();
    });

    // Sent as the browser would for a rebound page, which it takes for the same origin as the port.
    test('whose name was rebound to this machine reads nothing secret', async () => {
      const headers = { Authorization: `App-Key ${sharedDemo().app_key}` };
      const turn = JSON.stringify({ qid: 'q', external_user_id: 'u', state: 'balance', slots: {} });
      for (const port of ports) {
        const Host = `${REBOUND}:${port}`;
        const ask = async (path: string, request: HttpRequest = {}) => {
          const headers = { ...request.headers, Host, ...(request.method && { Origin: `http://${Host}` }) };
          return send(new URL(path, `http://127.0.0.1:${port}`), { ...request, headers });
        };
        expect((await ask('/v1/openapi.json')).status).toBeGreaterThanOrEqual(400);
        const answers = await Promise.all([
          ask('/', signed('ListTables', {})),
          ask('/', { method: 'POST', body: turn }),
          ask('/v1/apps/applicationtoken', { headers }),
        ]);
        for (const { body } of answers)
          expect(body.toString()).not.toMatch(/TableNames|response_slots|"tokens"/);
      }
    });
  },
);

test('the gateway refuses a name that was rebound to this machine with 421', async () => {
  const page = await openPage();
  const metadata = '/.well-known/oauth-authorization-server';
  const shown = await page.goto(`http://${REBOUND}:${gatewayPort()}${metadata}`);
  expect(shown?.status()).toBe(421);
  expect(await shown?.json()).toMatchObject({ error: 'invalid_request' });
  const own = await page.goto(`http://localhost:${gatewayPort()}${metadata}`);
  expect(await own?.json()).toMatchObject({ issuer: sharedDemo().base_url });
});
