import type { DeployedFunction } from '../../local/lambda/deployment.ts';
import { type ExecutionEnvironment, startEnvironment } from '../../local/lambda/execution-environment.ts';
import { BenchError } from '../command.ts';
import { cpuMicroseconds } from '../support/processes.ts';

export interface Started {
  /** Time from the start of the process until it asks for work. */
  initMilliseconds: number;
  initCpuMilliseconds: number;
  /** The first invocation; absent if there is no event. */
  first?: { milliseconds: number; cpuMilliseconds: number };
  /** The function's log. */
  log: string;
}

/** Measures a cold start in a new process. */
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
  /** Peak resident memory. */
  megabytes: number;
}

/** Measures an invocation after many others. */
export async function measureWarm(
  definition: DeployedFunction,
  overrides: Record<string, string>,
  event: EventOf,
  count: number,
): Promise<Warm> {
  const environment = await startEnvironment(definition, { overrides, onLog: () => undefined });
  try {
    const warmUp = Math.ceil(count / 2);
    for (let done = 0; done < warmUp; done += 1) await environment.invoke('bench', event(done));
    const cpuBefore = cpuMicroseconds(environment.pid);
    const began = performance.now();
    for (let done = 0; done < count; done += 1) await environment.invoke('bench', event(warmUp + done));
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

/** The event of an invocation by number; for functions that cache, consecutive ones differ. */
export type EventOf = (invocation: number) => unknown;

/** A function, its services' addresses on this machine, and its events. */
export interface Asked {
  definition: DeployedFunction;
  overrides: Record<string, string>;
  event: EventOf;
}

/**
 * Measures warm invocations in microseconds of CPU time: medians over rounds in which the functions take turns, so
 * that other load affects all alike.
 * @param warmUp invocations before measuring, for the compiler, which continues for some thousands
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
        await invokeOften(environment, asked[index]?.event, count, warmUp + round * count);
        samples[index]?.push((cpuMicroseconds(environment.pid) - before) / count);
      }
    }
  } finally {
    for (const environment of environments) environment.stop();
  }
  return samples.map(median);
}

/** @param first the number of the first invocation @throws {BenchError} if the function fails */
export async function invokeOften(
  environment: ExecutionEnvironment,
  event: EventOf | undefined,
  count: number,
  first = 0,
): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const outcome = await environment.invoke('bench', event?.(first + done));
    if ('error' in outcome) throw new BenchError(`A function failed: ${outcome.error.errorMessage}`);
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
