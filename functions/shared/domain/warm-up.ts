/** The word with which Lambda starts a process before anybody asks, for `provisionedConcurrency`. */
const AHEAD = 'provisioned-concurrency';

/** An id that nothing has: to read it makes the connection that the first request would wait for. */
export const NOBODY = 'nobody';

/**
 * Prepares what the first answer needs if Lambda starts the process ahead of requests; if a request is waiting, prepares
 * nothing. The first query repeats a preparation that failed, and reports its error.
 * @param initializationType Lambda's `AWS_LAMBDA_INITIALIZATION_TYPE`
 */
export async function warmUp(
  initializationType: string | undefined,
  steps: readonly (() => unknown)[],
): Promise<void> {
  if (initializationType !== AHEAD) return;
  await Promise.allSettled(steps.map(async (step) => step()));
}
