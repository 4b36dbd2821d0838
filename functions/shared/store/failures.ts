import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { type DependencyCall, DependencyFailure } from '../domain/dependency-failure.ts';
import { ParleyError, unavailable } from '../domain/errors.ts';

/** Errors that stores handle as results. */
const OUTCOMES = [
  'ConditionalCheckFailedException',
  'GoneException',
  'IdempotentParameterMismatchException',
  'NoSuchKey',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
];

/** Errors that show that the call itself is wrong: a fault of the code. */
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

/** The time limit was reached, or the answer could not be parsed. */
const UNANSWERED = ['AbortError', 'SyntaxError'];

/** Node's error codes of connections, name resolution and invalid certificates. */
const OF_CONNECTIONS =
  /^(E[A-Z]+|EAI_AGAIN|ERR_(TLS|SSL)_\w+|(\w+_)?(CERT|CRL)(_\w+)?|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** Errors of missing credentials: the service was never called. */
const NO_CREDENTIALS = ['CredentialsProviderError', 'TokenProviderError'];

/**
 * Converts an error for callers of the store: `temporarily_unavailable` if the service did not answer or refused the
 * call; otherwise the error itself, which is a result or a fault of the code.
 */
export function asFailure(error: unknown, call: DependencyCall): unknown {
  if (!(error instanceof Error)) return error;
  if (OUTCOMES.includes(error.name) || FAULTS_OF_THE_CALL.includes(error.name)) return error;
  if (isUnanswered(error)) return unavailable(new DependencyFailure(call, false, error));
  if ('$fault' in error || NO_CREDENTIALS.includes(error.name)) return refusal(error, call);
  return error;
}

/** The error of a service that refuses a call until an operator changes something. */
export const refusal = (error: Error, call: DependencyCall): Error =>
  unavailable(new DependencyFailure(call, true, error));

/**
 * True if a call failed for transient reasons: no answer, an unreadable answer, or an error that says it is
 * transient.
 */
function isUnanswered(error: Error): boolean {
  if (UNANSWERED.includes(error.name)) return true;
  const thrown = error as SdkError;
  if (isThrottlingError(thrown) || isTransientError(thrown) || isServerError(thrown)) return true;
  if ('$fault' in error) return error.$fault === 'server';
  return 'code' in error && typeof error.code === 'string' && OF_CONNECTIONS.test(error.code);
}

/** The SDK's type of its errors. */
type SdkError = Parameters<typeof isTransientError>[0];

/** True if the service throttled the call. */
export function isThrottled(error: unknown): boolean {
  const { cause } = error instanceof ParleyError ? error : { cause: undefined };
  return cause instanceof DependencyFailure && isThrottlingError(cause.cause as SdkError);
}
