import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

const current = new AsyncLocalStorage<AbortSignal>();

/** Ends what the request under way waits for once its time is up; undefined outside of a request. */
export const budgetSignal = (): AbortSignal | undefined => current.getStore();

/**
 * Does the work of one request in the time that it has. What asks for {@link budgetSignal} within it, however deep,
 * ends with that time.
 * @throws {ParleyError} `temporarily_unavailable` once the time is up, whatever the work does then
 */
export async function withinBudget<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const budget = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    budget.abort();
    over.reject(unavailable(new Error('the time of the request was up')));
  }, milliseconds);
  try {
    return await Promise.race([current.run(budget.signal, work), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
