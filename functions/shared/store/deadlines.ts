import { Readable } from 'node:stream';
import { budgetSignal } from '../domain/budget.ts';
import { asSubsegment } from '../domain/subsegments.ts';
import { asFailure } from './failures.ts';
import { loopTimers } from './loop-timers.ts';

/**
 * Time limits for opening a connection, and for an attempt from its start to its complete answer. The second excludes
 * time in which the process was blocked or frozen (`loop-timers.ts`).
 */
export const CONNECTION_MS = 1000;
export const ATTEMPT_MS = 2000;
/** Attempts of a call that fails for transient reasons. */
export const ATTEMPTS = 3;

/** The parts of an SDK client that are used here. */
interface Client {
  config: { requestHandler: { handle(request: never, options?: never): Promise<{ response: Response }> } };
  middlewareStack: {
    add(
      middleware: (
        next: (args: never) => Promise<never>,
        context: { clientName?: string; commandName?: string },
      ) => (args: never) => Promise<never>,
      options: { step: 'initialize'; name: string; priority: 'high' },
    ): void;
  };
}

interface Response {
  statusCode: number;
  body?: unknown;
}

export interface Deadlines {
  /** Default {@link ATTEMPT_MS}; null for large transfers, whose attempts end by the client's `socketTimeout`. */
  attemptMs?: number | null;
  /** True if a successful answer without a body is an error. Default false. */
  neverEmpty?: boolean;
  /** True if the SDK expects the body as a stream. Default false. */
  streams?: boolean;
}

/**
 * Gives every call of an AWS client time limits: `attemptMs` for each attempt, and what remains of the request's time
 * for all of them. An answer is read completely before it is passed on, so that a hanging, empty or truncated answer
 * fails its attempt and its socket is destroyed. Final transient failures and refusals become
 * `temporarily_unavailable`.
 */
export function withDeadlines<SomeClient>(client: SomeClient, deadlines: Deadlines = {}): SomeClient {
  const { config, middlewareStack } = client as Client;
  const { requestHandler } = config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => attempt(handle, request, options, deadlines);
  middlewareStack.add(
    (next, { clientName = 'AWS', commandName = '' }) => {
      // For example `DynamoDB` of `DynamoDBClient`, `GetItem` of `GetItemCommand`.
      const dependency = clientName.replace(/Client$/, '');
      const operation = commandName.replace(/Command$/, '');
      return async (args) => {
        try {
          return await asSubsegment({ name: dependency, operation, namespace: 'aws' }, () => next(args));
        } catch (error) {
          throw asFailure(error, { dependency, operation });
        }
      };
    },
    { step: 'initialize', name: 'unavailability', priority: 'high' },
  );
  return client;
}

/**
 * Aborts an attempt. It implements only the part of `AbortSignal` that the SDK's handler needs: a real signal with
 * its listeners costs a tenth of the call's HTTP work.
 */
interface Ending {
  aborted: boolean;
  /** Set by the handler. */
  onabort: (() => void) | null;
  body?: Readable;
}

async function attempt(
  handle: Client['config']['requestHandler']['handle'],
  request: never,
  options: object | undefined,
  { attemptMs = ATTEMPT_MS, neverEmpty = false, streams = false }: Deadlines,
): Promise<{ response: Response }> {
  const budget = budgetSignal();
  const ending: Ending = { aborted: false, onabort: null };
  const end = () => {
    ending.aborted = true;
    ending.onabort?.();
    ending.body?.destroy(passing('the answer took too long'));
  };
  const cancel = attemptMs === null ? undefined : loopTimers.after(attemptMs, end);
  if (budget?.aborted) end();
  budget?.addEventListener('abort', end, { once: true });
  try {
    const { response } = await handle(request, { ...options, abortSignal: ending } as never);
    if (!(response.body instanceof Readable)) return { response };
    const bytes = await readWhole(response.body, ending);
    if (neverEmpty && bytes.byteLength === 0 && response.statusCode < 300)
      throw passing('the answer is empty');
    response.body = streams ? Readable.from([bytes]) : bytes;
    return { response };
  } catch (error) {
    // Retry only if the attempt's own limit was reached, not the request's limit.
    if (ending.aborted && !budget?.aborted) throw passing('the attempt took too long');
    if (isNoHttp(error)) throw passing('the answer is no HTTP');
    throw error;
  } finally {
    cancel?.();
    budget?.removeEventListener('abort', end);
  }
}

/** The stream and its socket are destroyed if the attempt ends first. */
function readWhole(body: Readable, ending: Ending): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  // Faster than the stream's iterator, which would double the cost of reading.
  body
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => resolve(Buffer.concat(chunks)))
    .on('error', reject)
    .on('close', () => {
      if (!body.readableEnded) reject(passing('the answer was cut off'));
    });
  ending.body = body;
  if (ending.aborted) body.destroy(passing('the answer took too long'));
  return promise;
}

/** True for errors of Node's HTTP parser. */
const isNoHttp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_');

/** The SDK retries errors of this name. */
const passing = (message: string): Error => Object.assign(new Error(message), { name: 'TimeoutError' });
