import type { DeployedFunction } from './deployment.ts';
import {
  type EnvironmentOptions,
  type ExecutionEnvironment,
  startEnvironment,
} from './execution-environment.ts';
import type { ReportedError } from './runtime-api.ts';

/** Maximum number of processes per function; more would only compete for CPU time. */
const ENVIRONMENTS = 4;

/** Lambda's payload limit for an invocation and its result, in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 6 * 2 ** 20;

/** The error of a failed function, as Lambda reports it. */
export class FunctionError extends Error {
  override name = 'FunctionError';
  readonly report: ReportedError;

  constructor(report: ReportedError) {
    super(report.errorMessage);
    this.report = report;
  }
}

/** Runs one function. Each invocation has a process to itself, which later invocations may reuse. */
export interface FunctionPool {
  /** @throws {FunctionError} */
  invoke(requestId: string, event: unknown): Promise<unknown>;
  stop(): void;
}

export interface PoolOptions extends EnvironmentOptions {
  /** Maximum number of processes, like the account's concurrency limit; further invocations wait. Default 4. */
  environments?: number;
  /** Called with what the function returns. */
  onResult?: (result: unknown) => void;
}

export function createPool(
  definition: DeployedFunction,
  { environments = ENVIRONMENTS, onResult, ...options }: PoolOptions,
): FunctionPool {
  const idle: ExecutionEnvironment[] = [];
  const all = new Set<ExecutionEnvironment>();
  const queue: (() => void)[] = [];
  let busy = 0;
  let stopped = false;

  async function take(): Promise<ExecutionEnvironment> {
    while (busy >= environments) await new Promise<void>((resolve) => queue.push(resolve));
    busy += 1;
    for (let environment = idle.pop(); environment !== undefined; environment = idle.pop()) {
      if (environment.alive) return environment;
      all.delete(environment);
    }
    try {
      const started = await startEnvironment(definition, options);
      all.add(started);
      if (stopped) started.stop();
      return started;
    } catch (error) {
      giveBack(undefined);
      throw error;
    }
  }

  function giveBack(environment: ExecutionEnvironment | undefined): void {
    busy -= 1;
    if (environment?.alive) idle.push(environment);
    else if (environment !== undefined) all.delete(environment);
    queue.shift()?.();
  }

  return {
    invoke: async (requestId, event) => {
      const environment = await take();
      try {
        const outcome = await environment.invoke(requestId, event);
        if ('error' in outcome) throw new FunctionError(outcome.error);
        if (Buffer.byteLength(outcome.payload) > MAX_PAYLOAD_BYTES) {
          const errorMessage = 'Response payload size exceeded maximum allowed payload size (6291556 bytes).';
          throw new FunctionError({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
        }
        const result: unknown = JSON.parse(outcome.payload);
        onResult?.(result);
        return result;
      } finally {
        giveBack(environment);
      }
    },
    stop: () => {
      stopped = true;
      for (const environment of all) environment.stop();
    },
  };
}
