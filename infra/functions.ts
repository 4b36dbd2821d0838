import { ALL_FUNCTIONS, type FunctionNeeds } from './routes.ts';

/** The memory and the time of a function for which the table of functions says nothing. */
const DEFAULT_MEMORY_MEGABYTES = 512;
/** Longer than the time of a request, after which it is answered that it cannot be. */
const DEFAULT_TIMEOUT_SECONDS = 25;

/** The folder in which Lambda lays a function's bundle. */
export const TASK_ROOT = '/var/task';

export type FunctionSettings = Required<Pick<FunctionNeeds, 'memoryMegabytes' | 'timeoutSeconds'>> &
  FunctionNeeds;

/** A function's needs with the defaults filled in. */
export function functionSettings(name: string): FunctionSettings {
  const needs = ALL_FUNCTIONS[name];
  if (needs === undefined) throw new Error(`ALL_FUNCTIONS names no function "${name}"`);
  return { memoryMegabytes: DEFAULT_MEMORY_MEGABYTES, timeoutSeconds: DEFAULT_TIMEOUT_SECONDS, ...needs };
}
