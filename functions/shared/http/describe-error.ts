import { DependencyFailure } from '../domain/dependency-failure.ts';
import { kindOf } from './error-kind.ts';
import { stackFrames } from './stack-frames.ts';

/** Describes an unexpected error by its kind and stack. Its message is omitted, since it may contain values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { ...kindOf(error) };
  const origin = error instanceof DependencyFailure ? error.cause : error;
  return { ...kindOf(error), frames: stackFrames(origin) };
}
