import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A running local implementation of DynamoDB. */
export interface LocalDynamoDb {
  endpoint: string;
  stop(): Promise<void>;
}

/**
 * Starts the DynamoDB implementation that npm installed beside us. It ends with this process, however this
 * process ends: a shell stands between them that waits for its input to close, which even a `kill -9` does.
 * @param databaseFile where the data is kept; without it everything is in memory
 * @throws {Error} that says what to do where the binary does not exist for this machine
 */
export async function startDynamoDb(databaseFile?: string): Promise<LocalDynamoDb> {
  const binary = findBinary();
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port)];
  if (databaseFile !== undefined) options.push('--db-path', databaseFile);
  const guard = '"$0" "$@" </dev/null >/dev/null 2>&1 & child=$!; cat >/dev/null; kill $child; wait $child';
  const child = spawn('/bin/sh', ['-c', guard, binary, ...options], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  try {
    await waitUntilReady(endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, stop };
}

function findBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    const binary = path.join(path.dirname(manifest), 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed: said below, with what to do.
  }
  throw new Error(
    `There is no local DynamoDB for ${process.platform}-${process.arch}. ` +
      'Start any DynamoDB-compatible server and set DYNAMODB_ENDPOINT to its address.',
  );
}

/** A port that is free now, as the operating system gives it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function waitUntilReady(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
      return;
    } catch {
      await delay(10);
    }
  }
  throw new Error('The local DynamoDB did not start within 5 seconds.');
}
