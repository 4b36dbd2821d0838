import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { stackFrames } from '../functions/shared/http/stack-frames.ts';
import { DEFAULT_DATA_FOLDER, openDataFolder } from './data-folder.ts';
import { consoleAddress } from './demo.ts';
import { hasCode } from './error-code.ts';
import { homeAddress } from './home-page.ts';
import { untilStopped } from './lifetime.ts';
import { EXAMPLE } from './publish.ts';
import { type Demo, type Stop, startService } from './service.ts';

const DEFAULT_PORT = 3000;

/** Thrown if the service cannot start; the message is for its user. */
class StartError extends Error {
  override name = 'StartError';
}

/**
 * `npm start [-- FOLDER…]`: serves the assistants in these folders, or the example, until it is stopped.
 * Exits with 1 if it could not start.
 * @param start an alternative way to run the functions
 */
export async function main(start = startService, defaultFolder = DEFAULT_DATA_FOLDER): Promise<void> {
  const began = performance.now();
  const stops: Stop[] = [];
  const stopped = untilStopped();
  // Log lines for every request would bury the addresses printed below; errors are still shown.
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR';
  try {
    const assistants = readFolders(process.argv.slice(2));
    const port = readPort(process.env.PORT);
    await requireFree(port);
    const folder = openDataFolder(process.env.PARLEY_DATA_DIR || defaultFolder);
    const starting = start({ folder, port, assistants, onProgress: say, onFault }, stops);
    const demo = await Promise.race([starting, stopped]);
    if (demo !== undefined) {
      say(welcome(demo, folder.path, performance.now() - began));
      await stopped;
      say('Stopping.');
    }
    await undo(stops);
    process.exit(0);
  } catch (error) {
    await undo(stops);
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Undoes the steps of the start in reverse order, even if some steps fail. */
async function undo(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((error) => onFault('stop', error));
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const onFault = (functionName: string, error: unknown): void =>
  void process.stderr.write(
    `${functionName} failed: ${error instanceof Error ? [error, ...stackFrames(error)].join('\n    ') : String(error)}\n`,
  );

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Parley could not start: ${error}`;
  if (hasCode(error, 'EADDRINUSE')) return portTaken(process.env.PORT ?? DEFAULT_PORT);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `Parley could not start: ${error.message}${cause}`;
}

const portTaken = (port: number | string): string =>
  `Port ${port} is in use by another program, possibly another Parley service. ` +
  'Stop it, or choose another port: PORT=3001 npm start';

/** @param given the command's arguments, relative to the folder in which npm was called */
function readFolders(given: readonly string[]): string[] {
  if (given.length === 0) return [EXAMPLE];
  return given.map((name) => {
    const folder = path.resolve(process.env.INIT_CWD ?? '.', name);
    if (['assistant.yaml', 'assistant.yml'].some((file) => existsSync(path.join(folder, file))))
      return folder;
    throw new StartError(`${folder} does not contain assistant.yaml. Specify the folder of an assistant.`);
  });
}

export function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

/** @throws {Error} `EADDRINUSE` before anything else is started */
function requireFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function welcome(demo: Demo, folder: string, milliseconds: number): string {
  return `
Parley is up at ${demo.base_url} (${(milliseconds / 1000).toFixed(1)} s). Everything is kept in ${folder}.

  institution      ${demo.institution}
  client_id        ${demo.client_id}
  client_secret    ${demo.client_secret}
  public_client_id ${demo.public_client_id}
  redirect_uri     ${demo.redirect_uri} (any port)
  service_user_id  ${demo.service_user_id}
  username         ${demo.username}
  password         ${demo.password}
  app_key          ${demo.app_key}
  ai_version       ${demo.ai_version}
  application      ${demo.application}

Talk to it in a browser:

  ${homeAddress(demo)}

See what was said to it, and what became of that, in the console, as that username with that password:

  ${consoleAddress(demo)}

Or ask something:

  curl -s ${demo.base_url}/v1/query \\
    -H 'Authorization: App-Key ${demo.app_key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"query": "${demo.application === 'demo:bank' ? 'how much is in my savings account' : 'help'}", "external_user_id": "me"}'

The same credentials are in demo.json there. Ctrl-C stops everything; nothing is lost.`;
}
