import { kindOf } from './error-kind.ts';
import type { Log } from './log.ts';
import { stackFrames } from './stack-frames.ts';

/**
 * Lets a function that works for one institution after another go on after a fault of one of them.
 * @param message the log's, for each fault: with its kind and where it was, without its own message, which may hold values
 */
export function faultsOfInstitutions(log: Log, message: string) {
  let faults = 0;
  return {
    report(institution: string, fault: unknown): void {
      faults += 1;
      const frames = fault instanceof Error ? { frames: stackFrames(fault) } : {};
      log.error(message, { institution, ...kindOf(fault), ...frames });
    },
    /** Has the invocation count as failed if there was one, after every institution has had its turn. */
    throwIfAny(): void {
      if (faults > 0) throw new Error(`${message}, of some institutions`);
    },
  };
}
