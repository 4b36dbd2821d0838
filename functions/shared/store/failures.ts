import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { type DependencyCall, DependencyFailure } from '../domain/dependency-failure.ts';
import { ParleyError, unavailable } from '../domain/errors.ts';

/** Answers by which a store decides what to do, and so no failures. */
const OUTCOMES = [
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'NoSuchKey',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
];

/** Errors which say that the call itself is wrong: a fault of the code which makes it. */
const FAULTS_OF_THE_CALL = [
  'DuplicateItemException',
  'EntityTooLarge',
  'InvalidArgument',
  'InvalidParameterException',
  'InvalidRequest',
  'InvalidRequestException',
  'ItemCollectionSizeLimitExceededException',
  'MissingParameter',
  'SerializationException',
  'UnknownOperationException',
  'ValidationError',
  'ValidationException',
];

/** The deadline is over, and the answer could not be read. */
const UNANSWERED = ['AbortError', 'SyntaxError'];

/** The codes of Node's errors of connections and names, and of certificates that do not hold. */
const OF_CONNECTIONS =
  /^(E[A-Z]+|EAI_AGAIN|ERR_(TLS|SSL)_\w+|(\w+_)?(CERT|CRL)(_\w+)?|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** Errors of a missing identity: the service was never called. */
const NO_CREDENTIALS = ['CredentialsProviderError', 'TokenProviderError'];

/**
 * The error as a caller of the store gets it: `temporarily_unavailable` where the service did not answer or refuses to,
 * else itself, since it is an outcome or a fault of the code.
 */
export function asFailure(error: unknown, call: DependencyCall): unknown {
  if (!(error instanceof Error)) return error;
  if (OUTCOMES.includes(error.name) || FAULTS_OF_THE_CALL.includes(error.name)) return error;
  if (isUnanswered(error)) return unavailable(new DependencyFailure(call, false, error));
  if ('$fault' in error || NO_CREDENTIALS.includes(error.name)) return refusal(error, call);
  return error;
}

/** The error of a service that refuses a call until an operator has changed something. */
export const refusal = (error: Error, call: DependencyCall): Error =>
  unavailable(new DependencyFailure(call, true, error));

/** True where a call failed by no fault of its own: no answer, none that can be read, or one that says so. */
function isUnanswered(error: Error): boolean {
  if (UNANSWERED.includes(error.name)) return true;
  const thrown = error as SdkError;
  if (isThrottlingError(thrown) || isTransientError(thrown) || isServerError(thrown)) return true;
  if ('$fault' in error) return error.$fault === 'server';
  return 'code' in error && typeof error.code === 'string' && OF_CONNECTIONS.test(error.code);
}

/** As the SDK calls what any of its calls throws. */
type SdkError = Parameters<typeof isTransientError>[0];

/** True where a call failed since the service takes no more of its kind now. */
export function isThrottled(error: unknown): boolean {
  const { cause } = error instanceof ParleyError ? error : { cause: undefined };
  return cause instanceof DependencyFailure && isThrottlingError(cause.cause as SdkError);
}
