import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ATTEMPTS, CONNECTION_MS, type Deadlines, withDeadlines } from './deadlines.ts';
import { sendResolved } from './document-operations.ts';
import { agentFor, localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';
import { SigningHash } from './signing-hash.ts';

let shared: DynamoDBDocumentClient | undefined;

/**
 * The process's shared client, created on first use so that importing a store costs nothing. `DYNAMODB_ENDPOINT` sets
 * another implementation of the protocol.
 */
export function documentClient(): DynamoDBDocumentClient {
  shared ??= connect(optionalSetting('DYNAMODB_ENDPOINT'));
  return shared;
}

/** A new client whose calls have time limits; `endpoint` sets another implementation (see `localService`). */
export function connect(
  endpoint?: string,
  deadlines: Pick<Deadlines, 'attemptMs'> = {},
): DynamoDBDocumentClient {
  const httpAgent = endpoint === undefined ? undefined : agentFor(endpoint);
  const client = new DynamoDBClient({
    // An agent's own connecting counts towards the attempt's limit.
    requestHandler: httpAgent === undefined ? { connectionTimeout: CONNECTION_MS } : { httpAgent },
    maxAttempts: ATTEMPTS,
    sha256: SigningHash,
    ...(endpoint === undefined ? {} : localService(endpoint)),
  });
  withoutUnread(client);
  withOneSigner(client);
  withDeadlines(client, { ...deadlines, neverEmpty: true });
  return sendResolved(DynamoDBDocumentClient.from(client), client);
}

/** The client's name in DynamoDB's audit logs. */
const USER_AGENT = 'parley';

/**
 * Removes three SDK steps we do not need: logging, user-agent details and Lambda recursion detection, which DynamoDB
 * does not use.
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

/** Reuses one signer instead of creating one per call. Credentials are still read for each call. */
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

/** True if the condition of a single write failed. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * Why a transaction was cancelled, one reason per operation in order (`None`, `ConditionalCheckFailed`,
 * `TransactionConflict`, …); undefined for any other error.
 */
export function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : undefined;
  if (!Array.isArray(reasons)) return [];
  return reasons.map((reason: { Code?: string }) => reason.Code ?? 'None');
}
