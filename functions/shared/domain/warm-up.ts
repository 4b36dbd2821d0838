/** The word with which Lambda starts a process before anybody asks, for `provisionedConcurrency`. */
const AHEAD = 'provisioned-concurrency';

/** An id that nothing has: to read it makes the connection that the first request would wait for. */
export const NOBODY = 'nobody';

/**
 * Does ahead what the first answer would wait for, where the process is started ahead; a start that somebody waits for
 * does no more than it has to. What fails is left to the first query, which is told of it.
 * @param initializationType Lambda's `AWS_LAMBDA_INITIALIZATION_TYPE`
 */
export async function warmUp(
  initializationType: string | undefined,
  steps: readonly (() => unknown)[],
): Promise<void> {
  if (initializationType !== AHEAD) return;
  await Promise.allSettled(steps.map(async (step) => step()));
}
