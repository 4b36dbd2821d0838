import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TASK_ROOT } from '../../infra/functions.ts';
import type { DeployedFunction } from './deployment.ts';
import { ACCOUNT, REGION } from './intrinsics.ts';
import { type Outcome, startRuntimeApi } from './runtime-api.ts';

const CLIENT = fileURLToPath(new URL('runtime-client.mjs', import.meta.url));

/**
 * Time limit for initialization before the first invocation. Lambda's is 10 seconds, of a processor that a function
 * shares with nobody; a machine that is busy with more takes longer.
 */
const INIT_MS = 60_000;

/** A process that runs a function, one invocation at a time. It never outlives this process. */
export interface ExecutionEnvironment {
  invoke(requestId: string, event: unknown): Promise<Outcome>;
  /** False once the process has ended or was stopped for exceeding a limit. */
  readonly alive: boolean;
  readonly pid: number;
  /** Peak resident memory in bytes. */
  peakMemoryBytes(): number;
  /** Milliseconds from the process start to its first request for work. */
  readonly initMilliseconds: number;
  stop(): void;
}

export interface EnvironmentOptions {
  /** Variables that override the template's, with addresses of services on this machine. */
  overrides: Readonly<Record<string, string>>;
  onLog: (text: string) => void;
}

/**
 * Starts a process for a function.
 * @throws {Error} with the function's output if it cannot be loaded
 */
export async function startEnvironment(
  definition: DeployedFunction,
  { overrides, onLog }: EnvironmentOptions,
): Promise<ExecutionEnvironment> {
  const began = performance.now();
  const api = await startRuntimeApi();
  const child = spawn(process.execPath, [...memoryFlags(definition.memoryMegabytes), CLIENT], {
    cwd: definition.codeFolder,
    env: { ...lambdaVariables(definition, api.address), ...ownVariables(definition), ...overrides },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onLog);
  let alive = true;
  const ended = new Promise<Outcome>((resolve) =>
    child.once('exit', (code, signal) => {
      alive = false;
      api.close();
      const errorMessage = `Runtime exited with error: ${signal ? `signal: ${signal}` : `exit status ${code}`}`;
      resolve({ error: { errorType: 'Runtime.ExitError', errorMessage } });
    }),
  );
  const stop = () => {
    alive = false;
    child.kill('SIGKILL');
  };
  try {
    await withTimeout(
      Promise.race([api.ready, ended.then(failToStart)]),
      INIT_MS,
      `${definition.name} did not start`,
    );
  } catch (error) {
    stop();
    throw error;
  }
  return {
    initMilliseconds: performance.now() - began,
    get alive() {
      return alive;
    },
    stop,
    pid: child.pid ?? 0,
    peakMemoryBytes: () => peakMemoryBytes(child.pid),
    invoke: async (requestId, event) => {
      const timeoutMs = definition.timeoutSeconds * 1000;
      const invocation = {
        requestId,
        payload: JSON.stringify(event),
        deadline: Date.now() + timeoutMs,
        functionArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${definition.name}`,
      };
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Outcome>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, timedOut(requestId, definition.timeoutSeconds));
      });
      const outcome = await Promise.race([api.invoke(invocation), ended, late]);
      clearTimeout(timer);
      if ('error' in outcome && outcome.error.errorType === 'Sandbox.Timedout') stop();
      const peak = alive ? peakMemoryBytes(child.pid) : 0;
      if (peak <= definition.memoryMegabytes * 2 ** 20) return outcome;
      stop();
      return outOfMemory(definition.memoryMegabytes, peak);
    },
  };
}

const failToStart = (outcome: Outcome): never => {
  throw new Error(`the function did not start: ${JSON.stringify(outcome)}`);
};

const timedOut = (requestId: string, seconds: number): Outcome => ({
  error: {
    errorType: 'Sandbox.Timedout',
    errorMessage: `${requestId} Task timed out after ${seconds} seconds`,
  },
});

const outOfMemory = (megabytes: number, peak: number): Outcome => ({
  error: {
    errorType: 'Runtime.OutOfMemory',
    errorMessage: `it used ${Math.ceil(peak / 2 ** 20)} MB of its ${megabytes} MB`,
  },
});

/** The shares of memory that Lambda's bootstrap gives to the heap's two parts. */
const memoryFlags = (megabytes: number): string[] => [
  `--max-semi-space-size=${Math.floor(megabytes * 0.05)}`,
  `--max-old-space-size=${Math.floor(megabytes * 0.9)}`,
];

/** The variables that Lambda itself sets, with dummy credentials. */
const lambdaVariables = (definition: DeployedFunction, runtimeApi: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  AWS_LAMBDA_FUNCTION_NAME: definition.name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  LAMBDA_TASK_ROOT: definition.codeFolder,
  _HANDLER: definition.handler,
});

/** The template's variables, with the bundle's path replaced by the local one. */
const ownVariables = ({ environment, codeFolder }: DeployedFunction): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(TASK_ROOT, codeFolder)]),
  );

/** Peak memory on Linux; on other systems only the heap limits apply. */
function peakMemoryBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function withTimeout(work: Promise<unknown>, milliseconds: number, message: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${message} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
