import type { SlotValue } from '../../engine/dialogue/state.ts';
import { percentOf } from '../dialogue/f1.ts';
import type { Exchange } from './exchanges.ts';
import { type Listener, placeOfWords } from './listener.ts';
import type { Played } from './task-replay.ts';

/** A share, counted as a part and a whole. */
class Share {
  #part = 0;
  #whole = 0;

  add(isPart: boolean): void {
    this.#whole++;
    if (isPart) this.#part++;
  }

  get percent(): number | null {
    return percentOf(this.#part, this.#whole);
  }
}

const MEASURES = [
  'slots_held',
  'contradicted',
  'proxy_first_query',
  'proxy_last_query',
  'next_step',
  'deed_recall',
  'deed_false',
  'kept_after_digression',
  'corrected',
  /** Shares by slot for the two proxies, and for `slots_held` only the slots said in the same turn. */
  'slots_at_first_query',
  'slots_at_last_query',
  'slots_said_now',
] as const;
type Measure = (typeof MEASURES)[number];
export type Scores = Record<Measure, number | null>;

/** Counts the turns of one task. */
export class TaskCounts {
  readonly #shares = Object.fromEntries(MEASURES.map((name) => [name, new Share()])) as Record<
    Measure,
    Share
  >;
  readonly #listener: Listener;
  readonly #notes: ReadonlySet<string>;

  /** @param notes slots with long texts, of which the person may have written down only a part */
  constructor(listener: Listener, notes: ReadonlySet<string> = new Set()) {
    this.#listener = listener;
    this.#notes = notes;
  }

  /**
   * Counts a turn that was played from the conversation as the person left it.
   * @returns its mistakes
   */
  addForced(exchange: Exchange, played: Played, slotsBefore: Played['held']): string[] {
    const { told, expected, corrected, before, step, isBookingAsked } = exchange;
    const wrong: string[] = [];
    const count = (measure: Measure, isPart: boolean, isWanted = true, detail = ''): void => {
      this.#shares[measure].add(isPart);
      if (isPart !== isWanted) wrong.push(detail === '' ? measure : `${measure} ${detail}`);
    };
    for (const [slot, spelling] of told) {
      const isHeld = this.#holds(played.held, slot, spelling);
      count('slots_held', isHeld, true, `${slot}=${spelling}`);
      if (before.slots.get(slot) !== spelling) count('slots_said_now', isHeld);
    }
    for (const [slot, spelling] of expected)
      if (played.held[slot] !== undefined)
        count('contradicted', !this.#holds(played.held, slot, spelling), false, `${slot}≠${spelling}`);
    for (const [slot, spelling] of corrected) count('corrected', this.#holds(played.held, slot, spelling));
    count('next_step', isRightStep(exchange, played), true, `${step}: ${played.step} ${played.asked ?? ''}`);
    if (step === 'book') count('deed_recall', played.booked);
    if (isBookingAsked) count('deed_false', played.booked && step !== 'book', false);
    if (exchange.isDigression)
      count('kept_after_digression', played.again && !played.booked && areSame(slotsBefore, played.held));
    return wrong;
  }

  /** Counts a turn of a freely played conversation. */
  addFree({ told, isFirstQuery, isLastQuery }: Exchange, { held }: Pick<Played, 'held'>): void {
    const right = [...told].filter(([slot, spelling]) => this.#holds(held, slot, spelling)).length;
    for (const [isQuery, name] of [
      [isFirstQuery, 'first'],
      [isLastQuery, 'last'],
    ] as const) {
      if (!isQuery || told.size === 0) continue;
      this.#shares[`proxy_${name}_query`].add(right === told.size);
      for (const [slot, spelling] of told)
        this.#shares[`slots_at_${name}_query`].add(this.#holds(held, slot, spelling));
    }
  }

  #holds(held: Readonly<Record<string, SlotValue>>, slot: string, spelling: string): boolean {
    const value = Object.hasOwn(held, slot) ? held[slot] : undefined;
    if (value === undefined) return false;
    if (this.#notes.has(slot) && placeOfWords(String(value.value), spelling) !== null) return true;
    return [value.value, value.raw].some((known) => this.#listener.isValue(slot, known, spelling));
  }

  scores(): Scores {
    return Object.fromEntries(MEASURES.map((name) => [name, this.#shares[name].percent])) as Scores;
  }
}

/**
 * A question is right for any slot that was not said. If nothing changed and the question is asked again, a
 * digression is right too.
 */
export function isRightStep(
  { told, step }: Pick<Exchange, 'told' | 'step'>,
  played: Pick<Played, 'step' | 'asked' | 'again'>,
): boolean {
  if (played.again && step === 'neither') return true;
  if (step !== played.step) return false;
  return played.step !== 'ask' || !told.has(played.asked ?? '');
}

const areSame = (left: Played['held'], right: Played['held']): boolean => {
  const values = (held: Played['held']): string =>
    JSON.stringify(
      Object.keys(held)
        .sort()
        .map((name) => [name, held[name]?.value]),
    );
  return values(left) === values(right);
};

/** The means over tasks; null where no task has any. */
export const meansOf = (tasks: readonly Scores[]): Scores =>
  Object.fromEntries(
    MEASURES.map((name) => {
      const known = tasks.flatMap((scores) => scores[name] ?? []);
      const sum = known.reduce((all, score) => all + score, 0);
      return [name, known.length === 0 ? null : sum / known.length];
    }),
  ) as Scores;
