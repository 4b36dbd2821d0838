import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Child, keepRunning } from './keep-running.ts';

/** A running business-logic server of an assistant's folder. */
export interface BusinessLogicServer {
  url: string;
  stop(): Promise<void>;
}

/** The server as a process that may end unexpectedly. */
interface ServerProcess extends BusinessLogicServer, Child {}

const START_MS = 10_000;

/**
 * Starts a server on a free port, and restarts it there if it ends unexpectedly. The server ends when its
 * input closes, so it never outlives this process.
 * @param secret the secret with which callers sign
 * @param server the server's file. It reads `PORT` and `BLS_SECRET`, prints `{"listening": port}` as its
 * first line, and ends with its input
 * @param report prints a line for the user of the service
 */
export async function startBusinessLogic(
  secret: string,
  server: string,
  report: (line: string) => void = () => undefined,
): Promise<BusinessLogicServer> {
  const start = (before?: ServerProcess) =>
    startProcess(secret, server, before === undefined ? '0' : new URL(before.url).port);
  const kept = await keepRunning(`The business-logic server ${server}`, start, { report });
  return { url: kept.current().url, stop: () => kept.stop() };
}

async function startProcess(secret: string, server: string, port: string): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [server], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { PATH, NODE_COMPILE_CACHE, PORT: port, BLS_SECRET: secret },
  });
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    child.stdin.end();
    const kill = setTimeout(() => child.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(kill);
  };
  const timeout = AbortSignal.timeout(START_MS);
  try {
    const lines = createInterface({ input: child.stdout });
    const line = await Promise.race([once(lines, 'line', { signal: timeout }), ended.then(() => undefined)]);
    const actual = listeningPort(line?.[0]);
    if (actual === undefined) throw new Error('it did not print its port');
    return { url: `http://127.0.0.1:${actual}/`, ended, stop };
  } catch (error) {
    await stop();
    throw new Error(`The business-logic server ${server} did not start.`, { cause: error });
  }
}

function listeningPort(line: unknown): number | undefined {
  if (typeof line !== 'string') return undefined;
  const said: unknown = JSON.parse(line);
  if (typeof said !== 'object' || said === null || !('listening' in said)) return undefined;
  return typeof said.listening === 'number' ? said.listening : undefined;
}
