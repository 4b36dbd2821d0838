/** Lambda's initialization type for a process started ahead of requests (`provisionedConcurrency`). */
const AHEAD = 'provisioned-concurrency';

/** An id that does not exist: reading it opens the connection that the first request would have to wait for. */
export const UNUSED_ID = 'nobody';

/**
 * If Lambda starts the process ahead of requests, prepares everything that the first answer needs; otherwise does
 * nothing. If preparation fails, the first query repeats it and reports the error.
 * @param initializationType Lambda's `AWS_LAMBDA_INITIALIZATION_TYPE`
 */
export async function warmUp(
  initializationType: string | undefined,
  steps: readonly (() => unknown)[],
): Promise<void> {
  if (initializationType !== AHEAD) return;
  await Promise.allSettled(steps.map(async (step) => step()));
}
