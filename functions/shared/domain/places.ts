import { AsyncLocalStorage } from 'node:async_hooks';

/** One of the slots for requests that a process works on concurrently. */
export interface Place {
  /** Releases the slot while this request only waits. */
  leave(): void;
  /** Resumes at once, since the request has already begun. */
  comeBack(): void;
}

const current = new AsyncLocalStorage<Place>();

/** Runs a request's work in its slot. */
export const inPlace = <Result>(place: Place, work: () => Result): Result => current.run(place, work);

/**
 * Runs work that only waits, for example for business logic, without occupying the request's slot. In Lambda a
 * process has one request at a time and no slots, so this just runs the work.
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
