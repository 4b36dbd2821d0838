import * as z from 'zod/mini';
import { testFile } from '../../authoring/forms/test-file.ts';
import type { TestOutcome } from '../../authoring/run-conversation-test.ts';
import { isDeed } from '../../engine/deeds.ts';
import type { LoadedAssistant } from '../../engine/load.ts';

/** Conversations in the form of an assistant's own tests, each with the behaviour it exemplifies. */
export const talksFile = z.strictObject({
  talks: z.array(z.extend(testFile, { kind: z.string().check(z.minLength(1)) })),
});
export type Talk = z.infer<typeof talksFile>['talks'][number];

/**
 * The deeds that a conversation did in turns that went wrong and did not expect their state, each with its turn, from
 * 1.
 */
export function unwantedDeeds(
  { assistant }: LoadedAssistant,
  { turns }: Talk,
  { visited, failures }: TestOutcome,
): string[] {
  return visited.flatMap(({ state, transitions }, turn) => {
    const expected = turns[turn]?.expect?.state;
    if (!failures.some((failure) => failure.turn === turn)) return [];
    const entered = new Set([...transitions.map(({ to }) => to), ...(transitions.length > 0 ? [state] : [])]);
    return [...entered]
      .filter((name) => isDeed(assistant, name) && name !== expected)
      .map((name) => `${name} in turn ${turn + 1}`);
  });
}
