import { AsyncLocalStorage } from 'node:async_hooks';

/** A place among the requests that a process works on at once. */
export interface Place {
  /** Gives the place to another request while this one only waits. */
  leave(): void;
  /** Works on: at once, since what it waited for has been begun. */
  comeBack(): void;
}

const current = new AsyncLocalStorage<Place>();

/** Does the work of a request that has a place. */
export const inPlace = <Result>(place: Place, work: () => Result): Result => current.run(place, work);

/**
 * Does work that only waits for somebody else, such as business logic. Where the process has one request at a time, as in
 * Lambda, there are no places, and this is the work alone.
 */
export async function elsewhere<Result>(work: () => Promise<Result>): Promise<Result> {
  const place = current.getStore();
  if (place === undefined) return work();
  place.leave();
  try {
    return await work();
  } finally {
    place.comeBack();
  }
}
