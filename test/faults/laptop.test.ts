import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processOf } from '../../bench/support/processes.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { startBusinessLogic } from '../../local/business-logic.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { MACHINE_NETWORK, startGuarded } from '../../local/guarded-database.ts';
import { type Child, keepRunning } from '../../local/keep-running.ts';
import { childrenOf } from '../support/processes.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laptop-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that listens where the local DynamoDB would. */
const LISTENER = `#!${process.execPath}
import { createServer } from 'node:net';
const [, , , host, , port] = process.argv;
createServer().listen(Number(port), host);
`;

/** Creates a function that starts children, which end when the test decides. */
function mortal() {
  const children: { end: () => void; stopped: boolean }[] = [];
  const start = async (): Promise<Child> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const child = { end: resolve, stopped: false };
    children.push(child);
    const stop = async () => {
      child.stopped = true;
      resolve();
    };
    return { ended: promise, stop };
  };
  return { children, start };
}

describe('a process that the service needs', () => {
  test('restarts when it ends, with a line that says so, but not when it is stopped', async () => {
    const { children, start } = mortal();
    const lines: string[] = [];
    const kept = await keepRunning('It', start, { report: (line) => void lines.push(line), now: () => 0 });
    children[0]?.end();
    await expect.poll(() => children.length).toBe(2);
    expect(lines).toEqual(['It has ended and is being restarted.']);
    await kept.stop();
    expect(children.map(({ stopped }) => stopped)).toEqual([false, true]);
  });

  test.each([
    [5, 'It has ended and is being restarted.'],
    [6, 'It keeps ending. Restart Parley.'],
  ])('that ends %i times within a minute reports: %s', async (times, last) => {
    const { children, start } = mortal();
    const lines: string[] = [];
    await keepRunning('It', start, { report: (line) => void lines.push(line), now: () => 59_999 });
    for (let count = 1; count <= times; count += 1) {
      children.at(-1)?.end();
      await expect.poll(() => lines.length).toBe(count);
      await expect.poll(() => children.length).toBe(Math.min(count, 5) + 1);
    }
    expect(lines.at(-1)).toBe(last);
  });

  test('the local database restarts with its data, at the same address', async () => {
    const lines: string[] = [];
    const pids: number[] = [];
    const database = await startDynamoDb(path.join(folder, 'data.db'), undefined, {
      report: (line) => void lines.push(line),
      restarted: async (pid) => void pids.push(pid),
    });
    const client = connect(database.endpoint);
    const key = { AttributeName: 'pk', AttributeType: 'S', KeyType: 'HASH' } as const;
    await client.send(
      new CreateTableCommand({
        TableName: 'kept',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [key],
        KeySchema: [key],
      }),
    );
    const [binary = 0] = childrenOf(database.pid ?? 0);
    process.kill(binary, 'SIGKILL');
    await expect.poll(() => pids.length).toBe(1);
    expect(database.pid).toBe(pids[0]);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['kept']);
    expect(lines).toEqual(['The local DynamoDB has ended and is being restarted.']);
    client.destroy();
    await database.stop();
  });

  test('that ended a moment ago fails its requests, but not the service', async () => {
    const binary = path.join(folder, 'database.mjs');
    await writeFile(binary, LISTENER, { mode: 0o700 });
    const database = await startGuarded(binary, [], [MACHINE_NETWORK]);
    const children = childrenOf(database.pid);
    process.kill(database.pid, 'SIGKILL');
    // Busy-wait, so that this process cannot learn of the end before it sends the requests below.
    while (processOf(database.pid)?.state !== 'Z');
    const asked = [1, 2].map(() => once(request({ agent: database.agent }).end(), 'error'));
    for (const [error] of await Promise.all(asked))
      expect(String(error)).toContain('The local DynamoDB has ended.');
    for (const child of children) process.kill(child, 'SIGKILL');
    await database.ended;
  });

  test('the business logic of a folder restarts at the same address', async () => {
    const file = path.join(folder, 'server.mjs');
    await writeFile(
      file,
      `import { createServer } from 'node:http';
const server = createServer((request, response) => (request.url === '/die' ? process.exit(1) : response.end('{}')));
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(JSON.stringify({ listening: server.address().port })));
process.stdin.resume().on('end', () => process.exit(0));
`,
    );
    const lines: string[] = [];
    const server = await startBusinessLogic('secret', file, (line) => void lines.push(line));
    expect(await (await fetch(server.url)).text()).toBe('{}');
    await expect(fetch(new URL('die', server.url))).rejects.toThrow();
    const again = () =>
      fetch(server.url).then(
        (answer) => answer.text(),
        () => undefined,
      );
    await expect.poll(again).toBe('{}');
    expect(lines).toEqual([`The business-logic server ${file} has ended and is being restarted.`]);
    await server.stop();
  });
});
