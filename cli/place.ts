import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from '../functions/shared/store/deadlines.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { environmentFromOutputs } from '../infra/outputs.ts';
import { TABLES } from '../infra/tables.ts';
import {
  type DataFolder,
  DataFolderInUse,
  DEFAULT_DATA_FOLDER,
  lockDataFolder,
  openDataFolder,
} from '../local/data-folder.ts';
import { readRunning, startStore, storeEnvironment } from '../local/store.ts';
import { type Operator, openOperator } from './operator.ts';
import { CommandFailed } from './output.ts';

/** The store that a command works on; without either option the surroundings tell. */
export interface PlaceOptions {
  local?: string | true;
  stack?: string;
  json?: boolean;
}

/** The time to wait for a service that is just starting, or for another command to be done. */
const WAIT_MS = 15_000;
const WAIT_STEP_MS = 50;

/** Gives a command the options that every command on a store has. */
export function withPlace(command: Command): Command {
  return command
    .option(
      '--local [folder]',
      `the laptop's store in a folder (default: ${DEFAULT_DATA_FOLDER} where it exists)`,
    )
    .option('--stack <name>', 'the AWS deployment of this CloudFormation stack')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nWithout --local or --stack: the tables that the environment names (${TABLES.Directory.environment}, …, ARTIFACTS), ` +
        `else ${DEFAULT_DATA_FOLDER}.`,
    );
}

/** Opens the store of a place for as long as `work` runs. */
export async function onPlace<Result>(
  options: PlaceOptions,
  work: (operator: Operator) => Promise<Result>,
): Promise<Result> {
  const leave = await enter(options);
  try {
    const operator = await openOperator();
    try {
      return await work(operator);
    } finally {
      operator.close();
    }
  } finally {
    await leave();
  }
}

type Leave = () => Promise<void>;
const nothingToLeave: Leave = async () => undefined;

async function enter({ local, stack }: PlaceOptions): Promise<Leave> {
  if (local !== undefined && stack !== undefined)
    throw new CommandFailed('Give --local or --stack, not both.');
  if (stack !== undefined) {
    Object.assign(process.env, await readStack(stack));
    return nothingToLeave;
  }
  const folder = process.env.PARLEY_DATA_DIR || DEFAULT_DATA_FOLDER;
  if (local !== undefined) return enterFolder(openDataFolder(local === true ? folder : local));
  const tables = Object.values(TABLES).map(({ environment }) => environment);
  if (tables.every((name) => process.env[name])) return nothingToLeave;
  if (existsSync(folder)) return enterFolder(openDataFolder(folder));
  throw new CommandFailed(
    `There is no ${folder} here. Run \`npm start\` once, or say where the store is: --local FOLDER or --stack NAME.`,
  );
}

/** Uses the store of the service that runs on the folder, or starts it for as long as the command runs. */
async function enterFolder(folder: DataFolder): Promise<Leave> {
  for (let waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
    const unlock = await tryLock(folder);
    if (unlock !== undefined) return startOwnStore(folder, unlock);
    const running = await readRunning(folder);
    if (running?.alive) {
      Object.assign(process.env, storeEnvironment(folder, running.endpoint));
      return nothingToLeave;
    }
    await delay(WAIT_STEP_MS);
  }
  throw new CommandFailed(`Something else is using ${folder.path}; try again when it is done.`);
}

async function tryLock(folder: DataFolder): Promise<Leave | undefined> {
  try {
    return await lockDataFolder(folder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  }
}

async function startOwnStore(folder: DataFolder, unlock: Leave): Promise<Leave> {
  try {
    const store = await startStore(folder);
    Object.assign(process.env, store.environment);
    return async () => {
      await store.stop();
      await unlock();
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** True where the store that was entered is one on this machine, and not in AWS. */
export function isOnThisMachine(): boolean {
  const endpoint = optionalSetting('DYNAMODB_ENDPOINT');
  return endpoint !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(endpoint).hostname);
}

async function readStack(name: string): Promise<Record<string, string>> {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = withDeadlines(
    new CloudFormationClient({ requestHandler: { connectionTimeout: CONNECTION_MS }, maxAttempts: ATTEMPTS }),
  );
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  client.destroy();
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return environmentFromOutputs(
    new Map(outputs.map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? ''])),
  );
}
