import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running business-logic server of an assistant's folder. */
export interface BusinessLogicServer {
  url: string;
  stop(): Promise<void>;
}

const START_MS = 10_000;

/**
 * Starts a server on a free port. It ends when its input closes, so with this process, however this process ends.
 * @param secret what its callers sign with
 * @param server its file. It takes `PORT` and `BLS_SECRET`, says `{"listening": port}` on its first line, and ends
 *   with its input
 */
export async function startBusinessLogic(secret: string, server: string): Promise<BusinessLogicServer> {
  const child = spawn(process.execPath, [server], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { PATH: process.env.PATH, PORT: '0', BLS_SECRET: secret },
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
    const port = listeningPort(line?.[0]);
    if (port === undefined) throw new Error('it said nothing of its port');
    return { url: `http://127.0.0.1:${port}/`, stop };
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
