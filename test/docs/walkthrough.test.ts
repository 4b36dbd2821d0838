import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type RunningService, startService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(path.join(ROOT, 'docs/OPERATIONS.md'), 'utf8');
const [, walk = ''] = /## Deploy\n([\s\S]*?)\*\*Environments\.\*\*/.exec(PAGE) ?? [];
const typed = [...walk.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands).join('');
const [, printed = ''] = /```text\n([\s\S]*?)```/.exec(walk) ?? [];

/**
 * Stand-ins for what needs an account: the service that runs here replaces the deployment, its URL the
 * stack's outputs, and its folder the stack's name.
 */
const WITHOUT_ACCOUNT = `
set -e
npm() { :; }
aws() { echo "$SERVICE_URL"; }
npx() {
  if [ "$1" = cdk ]; then return; fi
  shift
  arguments=()
  for argument in "$@"; do
    case "$argument" in
      --stack) arguments+=(--local) ;;
      Parley-example) arguments+=("$SERVICE_FOLDER") ;;
      examples/*) arguments+=("$PARLEY/$argument") ;;
      *) arguments+=("$argument") ;;
    esac
  done
  node "$PARLEY/cli/bin.mjs" "\${arguments[@]}"
}
`;

let folder = '';
let service: RunningService;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startService(path.join(folder, 'data'));
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await removeFolder(folder);
});

test('the steps of docs/OPERATIONS.md from a clone to the first answer work as written', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-c', `${WITHOUT_ACCOUNT}${typed}`], {
    cwd: folder,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      PARLEY: ROOT,
      SERVICE_FOLDER: path.join(folder, 'data'),
      SERVICE_URL: service.demo.base_url,
    },
  });
  expect(printed).not.toBe('');
  expect(stdout.slice(-printed.length)).toBe(printed);
});
