import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

const current = new AsyncLocalStorage<AbortSignal>();

/** Aborts when the current request's time is up; undefined outside a request. */
export const budgetSignal = (): AbortSignal | undefined => current.getStore();

/**
 * Runs a request's work within its time limit. Everything inside that uses {@link budgetSignal} is aborted at the
 * limit.
 * @throws {ParleyError} `temporarily_unavailable` at the limit, even if the work continues
 */
export async function withinBudget<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const budget = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    budget.abort();
    over.reject(unavailable(new Error('the request timed out')));
  }, milliseconds);
  try {
    return await Promise.race([current.run(budget.signal, work), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
