import { budgetSignal } from '../shared/domain/budget.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { elsewhere } from '../shared/domain/places.ts';

/**
 * Runs the work of a key after the earlier work of the same key.
 * @param work called with true if other work of the key ran while it waited
 */
export type Queue = <Result>(key: string, work: (hasWaited: boolean) => Promise<Result>) => Promise<Result>;

/** The most queries that may wait for a key. More would time out before their turn. */
export const MAX_WAITING = 64;

/**
 * Queues within this process. Waiting work is dropped when its request times out.
 * @throws {ParleyError} `conflict` if too many already wait
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
    // Waiting must not count against queries of other dialogs.
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

/** The dialog receives more queries than it can answer. */
export const crowded = (): ParleyError =>
  new ParleyError(
    'conflict',
    'Too many concurrent queries on this dialog. Retry this one after the others.',
    { retryAfterSeconds: 1 },
  );
