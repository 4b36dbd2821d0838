import { readdirSync, readFileSync } from 'node:fs';
import type { DeployedFunction } from '../../local/lambda/deployment.ts';
import { type ExecutionEnvironment, startEnvironment } from '../../local/lambda/execution-environment.ts';
import { BenchError } from '../command.ts';

export interface Started {
  /** The time from the start of the process until it asks for work. */
  initMilliseconds: number;
  initCpuMilliseconds: number;
  /** The first invocation; absent where there is no event. */
  first?: { milliseconds: number; cpuMilliseconds: number };
  /** The function's log, line by line. */
  log: string;
}

/** Measures a cold start, in a process of its own. */
export async function measureStart(
  definition: DeployedFunction,
  overrides: Record<string, string>,
  event: unknown,
): Promise<Started> {
  let log = '';
  const environment = await startEnvironment(definition, {
    overrides,
    onLog: (text) => {
      log += text;
    },
  });
  const { initMilliseconds, pid } = environment;
  const initCpuMilliseconds = cpuMicroseconds(pid) / 1000;
  try {
    if (event === undefined) return { initMilliseconds, initCpuMilliseconds, log };
    const began = performance.now();
    await environment.invoke('bench', event);
    const milliseconds = performance.now() - began;
    const cpuMilliseconds = cpuMicroseconds(pid) / 1000 - initCpuMilliseconds;
    return { initMilliseconds, initCpuMilliseconds, first: { milliseconds, cpuMilliseconds }, log };
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

/** Measures an invocation once the function has answered many. */
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

/** A function, where this machine's services are for it, and what it is asked. */
export interface Asked {
  definition: DeployedFunction;
  overrides: Record<string, string>;
  event: unknown;
}

/**
 * Measures a warm invocation of each, in microseconds of CPU time: medians over rounds in which they take turns, so
 * that what the machine does beside them touches all alike.
 * @param warmUp invocations before that, for the compiler, which goes on for some thousand of them
 */
export async function measureInTurns(
  asked: readonly Asked[],
  { warmUp, rounds, count }: { warmUp: number; rounds: number; count: number },
): Promise<number[]> {
  const environments = await Promise.all(
    asked.map(({ definition, overrides }) =>
      startEnvironment(definition, { overrides, onLog: () => undefined }),
    ),
  );
  const samples = asked.map((): number[] => []);
  try {
    for (const [index, environment] of environments.entries()) {
      await invokeOften(environment, asked[index]?.event, warmUp);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, environment] of environments.entries()) {
        const before = cpuMicroseconds(environment.pid);
        await invokeOften(environment, asked[index]?.event, count);
        samples[index]?.push((cpuMicroseconds(environment.pid) - before) / count);
      }
    }
  } finally {
    for (const environment of environments) environment.stop();
  }
  return samples.map(median);
}

/** @throws {BenchError} where the function fails */
export async function invokeOften(
  environment: ExecutionEnvironment,
  event: unknown,
  count: number,
): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const outcome = await environment.invoke('bench', event);
    if ('error' in outcome) throw new BenchError(`A function failed: ${outcome.error.errorMessage}`);
  }
}

/** The time that a process's threads have run so far, as Linux's scheduler counts it in nanoseconds. */
export function cpuMicroseconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((thread) => nanosecondsOf(`${threads}/${thread}/schedstat`));
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1000;
}

/** 0 of a thread that ends between the listing and the reading: a process at work ends threads at any time. */
function nanosecondsOf(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]);
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

/** Linux says ENOENT for a thread that has ended, and ESRCH for one that ends while its file is open. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
