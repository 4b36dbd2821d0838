import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';

/** Longer than any function of the service that is waited for. */
const RESULT_MS = 28_000;

/** `LAMBDA_ENDPOINT` sets another implementation of Lambda (see `localService`). */
function lambda(requestTimeout?: number): LambdaClient {
  const endpoint = optionalSetting('LAMBDA_ENDPOINT');
  return new LambdaClient({
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      // Without the second, the SDK only warns.
      ...(requestTimeout && { requestTimeout, throwOnRequestTimeout: true }),
    },
    // Whoever waits for a result asks again itself, later.
    maxAttempts: requestTimeout === undefined ? ATTEMPTS : 1,
    ...(endpoint === undefined ? {} : localService(endpoint)),
  });
}

/**
 * Invokes a function and does not wait for its end.
 * @param FunctionName an ARN
 * @param event JSON
 */
export async function invoke(FunctionName: string, event: string): Promise<void> {
  const client = withDeadlines(lambda());
  try {
    await client.send(
      new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(event) }),
    );
  } finally {
    client.destroy();
  }
}

/** The functions of this process by name; on a laptop, all of them. */
const inProcess = new Map<string, (event: unknown) => Promise<unknown>>();

export const serveInProcess = (name: string, run: (event: unknown) => Promise<unknown>): void => {
  inProcess.set(name, run);
};

/** A function of this process; undefined if it runs elsewhere. */
export const inThisProcess = (name: string): ((event: unknown) => Promise<unknown>) | undefined =>
  inProcess.get(name);

/**
 * Invokes a function and waits for its result.
 * @param FunctionName an ARN, or the name of a function of this process
 * @param event JSON
 * @param resultMs how long it is waited for
 * @returns the result, from JSON
 * @throws {Error} if the function threw, or took longer
 */
export async function call(FunctionName: string, event: string, resultMs = RESULT_MS): Promise<unknown> {
  const run = inProcess.get(FunctionName);
  if (run !== undefined) return run(JSON.parse(event));
  const client = lambda(resultMs);
  try {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, InvocationType: 'RequestResponse', Payload: Buffer.from(event) }),
    );
    if (FunctionError !== undefined) throw new Error('the function failed');
    return JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
  } finally {
    client.destroy();
  }
}
