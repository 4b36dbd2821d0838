import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { DeployedFunction } from '../../infra/lambda/deployment.ts';
import { startEnvironment } from '../../infra/lambda/execution-environment.ts';

export interface Started {
  /** From the start of the process until it asks for work. */
  initMilliseconds: number;
  /** Of the first invocation; absent where there is no event. */
  firstMilliseconds?: number;
}

/** What a cold start takes, in a process of its own. */
export async function measureStart(
  definition: DeployedFunction,
  overrides: Record<string, string>,
  event: unknown,
): Promise<Started> {
  const environment = await startEnvironment(definition, { overrides, onLog: () => undefined });
  const { initMilliseconds } = environment;
  try {
    if (event === undefined) return { initMilliseconds };
    const began = performance.now();
    await environment.invoke('bench', event);
    return { initMilliseconds, firstMilliseconds: performance.now() - began };
  } finally {
    environment.stop();
  }
}

export interface Warm {
  milliseconds: number;
  cpuMicroseconds: number;
  /** Peak, resident. */
  megabytes: number;
}

/** What an invocation takes once the function has answered many. */
export async function measureWarm(
  definition: DeployedFunction,
  overrides: Record<string, string>,
  event: unknown,
  count: number,
): Promise<Warm> {
  const environment = await startEnvironment(definition, { overrides, onLog: () => undefined });
  try {
    for (let done = 0; done < count / 2; done += 1) await environment.invoke('bench', event);
    const cpuBefore = cpuMicroseconds(environment.pid);
    const began = performance.now();
    for (let done = 0; done < count; done += 1) await environment.invoke('bench', event);
    const milliseconds = (performance.now() - began) / count;
    return {
      milliseconds,
      cpuMicroseconds: (cpuMicroseconds(environment.pid) - cpuBefore) / count,
      megabytes: environment.peakMemoryBytes() / 2 ** 20,
    };
  } finally {
    environment.stop();
  }
}

let ticksPerSecond: number | undefined;

/** User and system time of a process, as Linux counts it. */
function cpuMicroseconds(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK']).toString());
  // The name of the program, in brackets, may hold spaces: the fields are counted from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
