import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** The time between two questions. */
  everyMs: number;
  /** The time after which nothing is asked again. */
  mostMs: number;
  /** Called once, where it takes longer than `afterMs`. */
  say?: { afterMs: number; line: () => void } | undefined;
}

/** Asks again and again until there is an answer. @returns undefined where there was none in time */
export async function until<Answer>(
  ask: () => Promise<Answer | undefined> | Answer | undefined,
  { everyMs, mostMs, say }: Patience,
): Promise<Answer | undefined> {
  const begun = performance.now();
  let isSaid = false;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waited = performance.now() - begun;
    if (waited >= mostMs) return undefined;
    if (say !== undefined && !isSaid && waited >= say.afterMs) {
      isSaid = true;
      say.line();
    }
    await delay(everyMs);
  }
}
