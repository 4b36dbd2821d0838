import { budgetSignal } from '../shared/domain/budget.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { elsewhere } from '../shared/domain/places.ts';

/**
 * Does the work of one key after that of the same key which came before.
 * @param work gets true where other work of the key was done while it waited
 */
export type Queue = <Result>(key: string, work: (hasWaited: boolean) => Promise<Result>) => Promise<Result>;

/** The most that wait for a key: more would not get their turn in their time. */
export const MAX_WAITING = 64;

/**
 * Queues of this process. What waits gives up with its request's time, and does not begin after it.
 * @throws {ParleyError} `conflict` where too many wait already
 */
export function createQueue(): Queue {
  const lines = new Map<string, { last: Promise<unknown>; length: number; done: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0, done: 0 };
    const { length } = line;
    if (length > MAX_WAITING) throw crowded();
    lines.set(key, line);
    line.length += 1;
    const signal = budgetSignal();
    const { done } = line;
    const { last } = line;
    // What waits for its turn keeps no other dialog's query waiting.
    const begun = length === 0 ? last : elsewhere(() => last);
    const result = begun.then(() => {
      if (signal?.aborted) throw crowded();
      return work(line.done > done);
    });
    line.last = result.then(
      () => {
        line.done += 1;
      },
      () => undefined,
    );
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}

/** More comes to one conversation than it can answer. */
export const crowded = (): ParleyError =>
  new ParleyError(
    'conflict',
    'Too many queries were sent on this dialog at once. Send this one again, after the others.',
    { retryAfterSeconds: 1 },
  );
