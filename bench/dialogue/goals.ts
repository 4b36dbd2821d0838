import type { SlotValue } from '../../engine/dialogue/state.ts';
import { plainWords } from '../../engine/text/words.ts';
import { percentOf } from './f1.ts';
import { ANY_VALUE } from './replay.ts';
import type { ServiceTurn } from './turns.ts';

/** Whether a value is one of the spellings of a slot's value. */
export type IsValue = (slot: string, held: SlotValue, spelling: string) => boolean;

/** Compares held values after turns with the expected ones. */
export class GoalCounts {
  #turns = 0;
  #jointly = 0;
  #withSlots = 0;
  #shares = 0;

  /**
   * Counts a turn. Only slots that the user has stated are compared, since another assistant cannot know what the
   * user accepted from this system's proposals. A held slot without a value in the dialogue makes the turn wrong.
   */
  add(
    { goal, told }: Pick<ServiceTurn, 'goal' | 'told'>,
    held: Readonly<Record<string, SlotValue>>,
    isValue: IsValue,
  ): void {
    const meant = Object.entries(goal.slots).filter(([slot]) => told.has(slot));
    const right = meant.filter(([slot, spellings]) => {
      const value = Object.hasOwn(held, slot) ? held[slot] : undefined;
      if (value === undefined) return spellings.includes(ANY_VALUE);
      return spellings.some((spelling) => isValue(slot, value, spelling));
    }).length;
    const invented = Object.keys(held).some((slot) => !Object.hasOwn(goal.slots, slot));
    this.#turns++;
    if (right === meant.length && !invented) this.#jointly++;
    if (meant.length === 0) return;
    this.#withSlots++;
    this.#shares += right / meant.length;
  }

  /** The percentage of turns in which everything is right. */
  get joint(): number | null {
    return percentOf(this.#jointly, this.#turns);
  }

  /** The mean percentage of right slots over turns with any. */
  get average(): number | null {
    return percentOf(this.#shares, this.#withSlots);
  }
}

export const areSameWords = (left: unknown, right: unknown): boolean =>
  plainWords(String(left)) === plainWords(String(right));
