import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ATTEMPTS, CONNECTION_MS, type Deadlines, withDeadlines } from './deadlines.ts';
import { sendResolved } from './document-operations.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';
import { SigningHash } from './signing-hash.ts';

let shared: DynamoDBDocumentClient | undefined;

/**
 * The one client of a function's process, made on first use so that importing a store costs nothing.
 * `DYNAMODB_ENDPOINT` points it at another implementation of the protocol.
 */
export function documentClient(): DynamoDBDocumentClient {
  shared ??= connect(optionalSetting('DYNAMODB_ENDPOINT'));
  return shared;
}

/** A client of its own, whose calls end in time; `endpoint` names another implementation, as `localService` reads it. */
export function connect(
  endpoint?: string,
  deadlines: Pick<Deadlines, 'attemptMs'> = {},
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    requestHandler: { connectionTimeout: CONNECTION_MS },
    maxAttempts: ATTEMPTS,
    sha256: SigningHash,
    ...(endpoint === undefined ? {} : localService(endpoint)),
  });
  withoutUnread(client);
  withOneSigner(client);
  withDeadlines(client, { ...deadlines, neverEmpty: true });
  return sendResolved(DynamoDBDocumentClient.from(client), client);
}

/** The caller's name for DynamoDB: a trail of its data events has it. */
const USER_AGENT = 'parley';

/**
 * Removes three SDK steps that Parley does not need: logging, user-agent details, and Lambda's recursion detection, in
 * which DynamoDB takes no part.
 */
function withoutUnread({ middlewareStack }: DynamoDBClient): void {
  middlewareStack.remove('loggerMiddleware');
  middlewareStack.remove('getUserAgentMiddleware');
  middlewareStack.remove('recursionDetectionMiddleware');
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['user-agent'] = USER_AGENT;
      return next(args);
    },
    { step: 'build', name: 'userAgent' },
  );
}

/** Keeps the signer that the client would make anew for each call: of its own region, with credentials as they then are. */
function withOneSigner({ config }: DynamoDBClient): void {
  const { signer: makeSigner } = config;
  let signer: ReturnType<typeof makeSigner> | undefined;
  config.signer = (scheme) => {
    signer ??= makeSigner(scheme).catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
}

/** True where a condition on a single write was not met. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * The reasons why a transaction was cancelled, one per operation in order (`None`, `ConditionalCheckFailed`,
 * `TransactionConflict`, …), or undefined where the error is another.
 */
export function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : undefined;
  if (!Array.isArray(reasons)) return [];
  return reasons.map((reason: { Code?: string }) => reason.Code ?? 'None');
}
