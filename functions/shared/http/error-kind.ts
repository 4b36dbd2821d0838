import { DependencyFailure } from '../domain/dependency-failure.ts';
import { ParleyError } from '../domain/errors.ts';

/**
 * The facts that the log may give of any error: its name, and where a service did not do something, the service and
 * its operation.
 */
export interface ErrorKind {
  name: string;
  dependency?: string;
  operation?: string;
}

/** The kind of an error; of a refusal of ours that has a cause, the cause's. */
export function kindOf(error: unknown): ErrorKind {
  if (!(error instanceof Error)) return { name: typeof error };
  if (error instanceof ParleyError && error.cause !== undefined) return kindOf(error.cause);
  const { name } = error;
  if (!(error instanceof DependencyFailure)) return { name };
  return { name, dependency: error.dependency, operation: error.operation };
}

/** True where a service refuses what is asked of it until an operator has changed something. */
export function isRefused(error: unknown): boolean {
  if (error instanceof ParleyError) return isRefused(error.cause);
  return error instanceof DependencyFailure && error.refused;
}
