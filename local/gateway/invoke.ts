import type { Context } from 'aws-lambda';
import { functionSettings } from '../../infra/functions.ts';
import type { Route } from '../../infra/routes.ts';
import { Refusal } from './refusal.ts';

export type LambdaHandler = (event: never, context: Context) => unknown;

/** The functions behind the gateway. */
export interface Integrations {
  /** Handlers by function name; `authorizer` guards the authorized routes. */
  functions: Readonly<Record<string, LambdaHandler>>;
  /** A REST API's integration timeout. Default 29,000. */
  integrationTimeoutMs?: number;
  /**
   * Called with an error that a function threw. Such an error is a fault, since functions answer refusals
   * themselves.
   */
  onFault?: (functionName: string, error: unknown) => void;
}

/**
 * Runs a function as Lambda does behind the gateway.
 * @throws {Refusal} 504 if it does not answer in time, 502 if it throws or does not exist
 * @throws {Error} `Unauthorized` from the authorizer
 */
export async function invokeFunction(
  { functions, integrationTimeoutMs = 29_000, onFault }: Integrations,
  name: string,
  event: unknown,
  requestId: string,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('INTEGRATION_TIMEOUT')), integrationTimeoutMs);
  });
  try {
    const handler = functions[name];
    if (handler === undefined) throw new Error(`the function ${name} does not exist`);
    const answer = async () => handler(event as never, lambdaContext(name, requestId));
    return await Promise.race([answer(), timeout]);
  } catch (error) {
    if (error instanceof Refusal || (name === 'authorizer' && isUnauthorized(error))) throw error;
    onFault?.(name, error);
    throw new Refusal('DEFAULT_5XX', 502);
  } finally {
    clearTimeout(timer);
  }
}

/** The gateway recognises this refusal by its message alone. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Unauthorized';

function lambdaContext(name: string, requestId: string): Context {
  const { memoryMegabytes, timeoutSeconds } = functionSettings(name);
  const deadline = Date.now() + timeoutSeconds * 1000;
  const unused = () => undefined;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: String(memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: name,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: unused,
    fail: unused,
    succeed: unused,
  };
}

/** Handlers of the authorizer, every route and other functions. Each is loaded at its first call. */
export function functionsOf(
  routes: readonly Route[],
  others: readonly string[] = [],
): Record<string, LambdaHandler> {
  const names = [...new Set(['authorizer', ...routes.map((route) => route.function), ...others])];
  return Object.fromEntries(
    names.map((name): [string, LambdaHandler] => [
      name,
      async (event, context) => (await loadFunction(name))(event, context),
    ]),
  );
}

/** Loads a function's handler. @throws {Error} naming the function if it has none */
export async function loadFunction(name: string): Promise<LambdaHandler> {
  const module: { handler?: LambdaHandler } = await import(`../../functions/${name}/handler.ts`);
  if (typeof module.handler !== 'function')
    throw new Error(`functions/${name}/handler.ts exports no handler`);
  return module.handler;
}
