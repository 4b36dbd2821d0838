import type { Random } from '../random.ts';
import type { ActExample, ConfirmationsFile } from './rows.ts';

/** Questions of its group that each reply is paired with. */
const QUESTIONS_OF_A_REPLY = 2;

/**
 * Whole replies to a question whether to do something, which train `reservation` and the yes of those that are one: whether
 * there is a yes in one that is reserved is not told. A group is held out as a whole, since its replies are about the same
 * things. Those of a group without questions come after any that assistants ask.
 */
export function confirmationExamples(file: ConfirmationsFile, random: Random): ActExample[] {
  return file.groups.flatMap(({ ask, agreed, reserved }, group) => {
    const of = (replies: readonly string[], isReserved: boolean): ActExample[] =>
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
    return [...of(agreed, false), ...of(reserved, true)];
  });
}
