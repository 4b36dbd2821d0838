import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from '../functions/shared/store/deadlines.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { environmentFromOutputs } from '../infra/outputs.ts';
import { TABLES } from '../infra/tables.ts';
import { type DataFolder, DEFAULT_DATA_FOLDER, openDataFolder } from '../local/data-folder.ts';
import { enterFolder } from '../local/enter-folder.ts';
import type { FolderLock } from '../local/folder-lock.ts';
import { startStore, storeEnvironment } from '../local/store.ts';
import { type Operator, openOperator } from './operator.ts';
import { CommandFailed, tell } from './output.ts';

/** The store to use; without options, the environment decides. */
export interface PlaceOptions {
  local?: string | true;
  stack?: string;
  json?: boolean;
}

/** Adds the options of every command that uses a store. */
export function withPlace(command: Command): Command {
  return command
    .option('--local [folder]', `the local store in a folder (default: ${DEFAULT_DATA_FOLDER}, if it exists)`)
    .option('--stack <name>', 'the AWS deployment of this CloudFormation stack')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nWithout --local or --stack: the tables that the environment names (${TABLES.Directory.environment}, …, ARTIFACTS), ` +
        `else ${DEFAULT_DATA_FOLDER}.`,
    );
}

/** Opens the store, runs `work`, and closes the store. */
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
    throw new CommandFailed('Use --local or --stack, not both.');
  if (stack !== undefined) {
    Object.assign(process.env, await readStack(stack));
    return nothingToLeave;
  }
  const folder = process.env.PARLEY_DATA_DIR || DEFAULT_DATA_FOLDER;
  if (local !== undefined) return onFolder(openDataFolder(local === true ? folder : local));
  const tables = Object.values(TABLES).map(({ environment }) => environment);
  if (tables.every((name) => process.env[name])) return nothingToLeave;
  if (existsSync(folder)) return onFolder(openDataFolder(folder));
  throw new CommandFailed(
    `${folder} does not exist. Run \`npm start\` once, or use --local FOLDER or --stack NAME.`,
  );
}

/** Uses the store of the service running on the folder, or starts a store for the duration of the command. */
async function onFolder(folder: DataFolder): Promise<Leave> {
  const entry = await enterFolder(folder, { onWait: tell });
  if ('lock' in entry) return startOwnStore(folder, entry.lock);
  Object.assign(process.env, storeEnvironment(folder, entry.found));
  return async () => entry.leave();
}

async function startOwnStore(folder: DataFolder, lock: FolderLock): Promise<Leave> {
  try {
    const store = await startStore(folder, { report: tell });
    Object.assign(process.env, store.environment);
    return async () => {
      await store.stop();
      await lock.unlock();
    };
  } catch (error) {
    await lock.unlock();
    throw error;
  }
}

/** True if the opened store is on this machine, not in AWS. */
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
