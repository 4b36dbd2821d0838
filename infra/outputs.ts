import { TABLES, type TableName } from './tables.ts';

/** The stack outputs with which the `parley` command finds a deployment. */
export const ARTIFACTS_OUTPUT = 'Artifacts';
export const DEPLOYMENT_KEY_OUTPUT = 'DeploymentKey';
export const TRAINING_OUTPUT = 'Training';
export const tableOutput = (table: TableName): string => `${table}Table`;

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/**
 * The environment of a deployment's functions, read from its outputs.
 * @throws {Error} naming the missing output
 */
export function environmentFromOutputs(outputs: ReadonlyMap<string, string>): Record<string, string> {
  const output = (key: string): string => {
    const value = outputs.get(key);
    if (value === undefined) throw new Error(`the stack has no output ${key}. Is it a Parley stack?`);
    return value;
  };
  const training = outputs.get(TRAINING_OUTPUT);
  return {
    ...Object.fromEntries(TABLE_NAMES.map((name) => [TABLES[name].environment, output(tableOutput(name))])),
    ARTIFACTS: output(ARTIFACTS_OUTPUT),
    DEPLOYMENT_KEY: output(DEPLOYMENT_KEY_OUTPUT),
    // Stacks of earlier releases lack this output.
    ...(training !== undefined && { TRAINING: training }),
  };
}
