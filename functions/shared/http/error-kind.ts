import { DependencyFailure } from '../domain/dependency-failure.ts';
import { ParleyError } from '../domain/errors.ts';

/** The loggable facts of any error: its name and, if a dependency failed, the service and operation. */
export interface ErrorKind {
  name: string;
  dependency?: string;
  operation?: string;
}

/** The kind of an error; if it is a refusal with a cause, the cause's kind. */
export function kindOf(error: unknown): ErrorKind {
  if (!(error instanceof Error)) return { name: typeof error };
  if (error instanceof ParleyError && error.cause !== undefined) return kindOf(error.cause);
  const { name } = error;
  if (!(error instanceof DependencyFailure)) return { name };
  return { name, dependency: error.dependency, operation: error.operation };
}

/** True if a dependency refuses requests until an operator changes something. */
export function isRefused(error: unknown): boolean {
  if (error instanceof ParleyError) return isRefused(error.cause);
  return error instanceof DependencyFailure && error.refused;
}
