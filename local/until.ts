import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** The interval between attempts. */
  everyMs: number;
  /** The total time after which it gives up. */
  mostMs: number;
  /** `line` is called once, if it takes longer than `afterMs`. */
  say?: { afterMs: number; line: () => void } | undefined;
}

/** Calls a function repeatedly until it returns a result. @returns undefined if there was none in time */
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
