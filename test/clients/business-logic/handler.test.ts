import { once as until } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import {
  type BusinessLogicRequest,
  createHandler,
  type HandlerOptions,
  NotDone,
} from '../../../clients/business-logic/index.ts';
import type { BusinessLogicRequest as SentRequest } from '../../../engine/dialogue/business-logic/protocol.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server with this handler, and returns a function that posts a call to it. */
async function serving(answer: HandlerOptions['answer'], more: Partial<HandlerOptions> = {}) {
  const server = createServer(createHandler({ answer, secret: null, onError: () => undefined, ...more }));
  servers.push(server.listen(0, '127.0.0.1'));
  await until(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return (key?: string) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ qid: 'q', external_user_id: 'u', state: 's' }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
}

test('a concurrent call with the same key gets the same answer', async () => {
  let calls = 0;
  const post = await serving(async () => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { response_slots: { calls } };
  });
  const answers = await Promise.all([post('k'), post('k')]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
    '{"response_slots":{"calls":1}}',
    '{"response_slots":{"calls":1}}',
  ]);
  expect(calls).toBe(1);
});

test('a failed or undone action is executed on the next call', async () => {
  const outcomes: (() => never)[] = [
    () => {
      throw new Error('lost');
    },
    () => {
      throw new NotDone('Too busy.');
    },
  ];
  const errors: unknown[] = [];
  const post = await serving(() => outcomes.shift()?.() ?? {}, { onError: (error) => errors.push(error) });
  const told = async () => {
    const answer = await post('k');
    return [answer.status, answer.headers.get('parley-deed')];
  };
  expect([await told(), await told(), await told()]).toEqual([
    [500, null],
    [503, 'not-done'],
    [200, null],
  ]);
  expect(errors).toEqual([new Error('lost')]);
});

test('a custom store of answered keys is used', async () => {
  const asked: string[] = [];
  const post = await serving(() => ({}), {
    once: async (key, answer) => {
      asked.push(key);
      return (await answer()).replace('{}', '{"kept":true}');
    },
  });
  expect([await (await post('k')).text(), await (await post()).text()]).toEqual(['{"kept":true}', '{}']);
  expect(asked).toEqual(['k']);
});

test('creating a handler with an empty secret throws an error', () => {
  expect(() => createHandler({ answer: () => null, secret: '' })).toThrow(/secret/);
});

/** A type without its index signature. */
type Known<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

test('the request type has the fields that the service sends', () => {
  expectTypeOf<keyof Known<SentRequest>>().toEqualTypeOf<keyof Known<BusinessLogicRequest>>();
  expectTypeOf<Omit<Known<SentRequest>, 'slots' | 'event_list'>>().toEqualTypeOf<
    Readonly<Omit<Known<BusinessLogicRequest>, 'slots' | 'event_list'>>
  >();
});
