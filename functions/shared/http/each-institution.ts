import { kindOf } from './error-kind.ts';
import type { Log } from './log.ts';
import { stackFrames } from './stack-frames.ts';

/**
 * Lets a function that works through all institutions continue after a fault in one of them.
 * @param message the log message for each fault, which is logged by kind and stack: its own message may contain values
 */
export function faultsOfInstitutions(log: Log, message: string) {
  let faults = 0;
  return {
    report(institution: string, fault: unknown): void {
      faults += 1;
      const frames = fault instanceof Error ? { frames: stackFrames(fault) } : {};
      log.error(message, { institution, ...kindOf(fault), ...frames });
    },
    /** Fails the invocation if there was a fault, after all institutions had their turn. */
    throwIfAny(): void {
      if (faults > 0) throw new Error(`${message} for some institutions`);
    },
  };
}
