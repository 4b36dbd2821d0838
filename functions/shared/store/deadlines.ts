import { Readable } from 'node:stream';
import { budgetSignal } from '../domain/budget.ts';
import { asSubsegment } from '../domain/subsegments.ts';
import { asFailure } from './failures.ts';
import { loopTimers } from './loop-timers.ts';

/**
 * The time in which a connection must be made, and the time of an attempt from its beginning to its whole answer. The
 * second does not count while the process stands still (`loop-timers.ts`).
 */
export const CONNECTION_MS = 1000;
export const ATTEMPT_MS = 2000;
/** The number of times that a call is attempted where it fails by no fault of its own. */
export const ATTEMPTS = 3;

/** The parts of an SDK's client that speak HTTP, and the steps around them. */
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
  /** Default {@link ATTEMPT_MS}; null for large transfers, whose attempts end by the `socketTimeout` of the client's handler. */
  attemptMs?: number | null;
  /** True if a successful answer without a body counts as a failure. Default false. */
  neverEmpty?: boolean;
  /** True where the SDK wants to read the body as a stream. Default false. */
  streams?: boolean;
}

/**
 * Gives every call of an AWS client its deadlines: each attempt has `attemptMs`, and all of them what is left to the
 * request that they are for. An answer is read whole before it is passed on, so that one that hangs, is empty or is
 * cut off fails its attempt, and its socket is destroyed. What fails for good by no fault of the call, or is refused,
 * is `temporarily_unavailable`.
 */
export function withDeadlines<SomeClient>(client: SomeClient, deadlines: Deadlines = {}): SomeClient {
  const { config, middlewareStack } = client as Client;
  const { requestHandler } = config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => attempt(handle, request, options, deadlines);
  middlewareStack.add(
    (next, { clientName = 'AWS', commandName = '' }) => {
      // `GetItemCommand` of `DynamoDBClient` is `GetItem` of `DynamoDB`.
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
 * Ends an attempt, as the SDK's handler takes it beside an `AbortSignal`: each of those, with its listeners, costs a
 * call as much as a tenth of its HTTP does.
 */
interface Ending {
  aborted: boolean;
  /** The handler sets it. */
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
    // Another attempt is worth it only in what is left of the request's time.
    if (ending.aborted && !budget?.aborted) throw passing('the attempt took too long');
    if (isNoHttp(error)) throw passing('the answer is no HTTP');
    throw error;
  } finally {
    cancel?.();
    budget?.removeEventListener('abort', end);
  }
}

/** Its stream, and the socket under it, is destroyed where the attempt ends before it. */
function readWhole(body: Readable, ending: Ending): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  // Not by the stream's iterator, which costs as much again as the rest of reading.
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

/** True for what Node's reader of HTTP throws. */
const isNoHttp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_');

/** By its name the SDK knows that another attempt may succeed. */
const passing = (message: string): Error => Object.assign(new Error(message), { name: 'TimeoutError' });
