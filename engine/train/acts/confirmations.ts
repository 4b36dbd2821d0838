import type { Random } from '../random.ts';
import type { ActExample, ConfirmationsFile } from './rows.ts';

/** Questions that each reply of a group is paired with. */
const QUESTIONS_OF_A_REPLY = 2;

/**
 * Examples of whole replies to a question whether to do something. They train `reservation`; only agreed ones train
 * `affirm`, since a reserved one may hold a yes or not. A group is held out as a whole, since its replies are about the
 * same things. Replies of a group without questions follow any question of an assistant.
 */
export function confirmationExamples(file: ConfirmationsFile, random: Random): ActExample[] {
  return file.groups.flatMap(({ ask, agreed, reserved }, group) => {
    const examplesOf = (replies: readonly string[], isReserved: boolean): ActExample[] =>
      replies.flatMap((text) =>
        Array.from({ length: QUESTIONS_OF_A_REPLY }, () => ({
          text,
          hasty: null,
          acts: isReserved ? ['reservation' as const] : ['affirm' as const],
          awaited: ['confirm', 'offer'] as const,
          prompt: ask[Math.floor(random() * ask.length)] ?? null,
          weights: { others: 0, reservation: 1, affirm: isReserved ? 0 : 1 },
          copies: 1,
          group: `confirmations:${group}`,
          isCompound: true as const,
        })),
      );
    return [...examplesOf(agreed, false), ...examplesOf(reserved, true)];
  });
}
