import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import { saidBackOf } from '../../engine/dialogue/deeds.ts';
import { slotKey } from '../../engine/dialogue/kept-slots.ts';
import {
  type DialogState,
  initialState,
  type SlotValue,
  type StoredFrame,
} from '../../engine/dialogue/state.ts';
import { type TurnResult, takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { heldIn, INPUT, NOW, valueSpelled } from '../dialogue/replay.ts';
import type { Outcome, Outcomes, Standing, Step, Values } from './exchanges.ts';
import type { TaskDialogue } from './rows.ts';
import { statesOfTask } from './task-service.ts';

const MILLISECONDS_A_DAY = 86_400_000;
const WEEKDAYS: readonly string[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/** The time of a dialogue in milliseconds since 1970: a day with the weekday that the dialogue calls today. */
export function clockOf({ facts = [] }: Pick<TaskDialogue, 'facts'>): number {
  const today = facts.flatMap((fact) => /^Today is (\w+)/i.exec(fact)?.[1]?.toLowerCase() ?? [])[0];
  const weekday = WEEKDAYS.indexOf(today ?? '');
  const days = weekday < 0 ? 0 : (weekday - new Date(NOW).getUTCDay() + WEEKDAYS.length) % WEEKDAYS.length;
  return NOW + days * MILLISECONDS_A_DAY;
}

/** The numbers of lookups and bookings made, and the slots of the last of them. */
export interface Made {
  look: number;
  book: number;
  /** A digest of the slots of the last query; null before any. */
  queried: string | null;
}

/** The result of our turn, for comparison with the person's. */
export interface Played {
  state: DialogState;
  made: Made;
  held: Readonly<Record<string, SlotValue>>;
  /** The turn's step; `again` if it changed nothing and asked the same question again. */
  step: Step;
  again: boolean;
  asked: string | null;
  /** True if the turn booked. */
  booked: boolean;
}

/**
 * Plays a task's dialogue. The nth query gets the nth recorded outcome; queries beyond the recorded ones get the
 * last.
 */
export class TaskPlayer {
  readonly #loaded: LoadedAssistant;
  readonly #name: string;
  readonly #outcomes: Outcomes;
  readonly #now: number;

  constructor(loaded: LoadedAssistant, name: string, outcomes: Outcomes, now: number) {
    this.#loaded = loaded;
    this.#name = name;
    this.#outcomes = outcomes;
    this.#now = now;
  }

  async play(state: DialogState, made: Made, text: string): Promise<Played> {
    const api = new RecordedApi(this.#loaded, this.#name, this.#outcomes, made);
    const result = await takeTurn(this.#loaded, state, { ...INPUT, now: this.#now, query: text }, api.call);
    const { asked } = result.explanation;
    // A query that still lacks a requested slot was not made.
    const looked = api.hasLooked && asked === null;
    return {
      state: result.state,
      made: looked || api.hasBooked ? api.made : made,
      held: heldIn(this.#loaded, result.state),
      step: this.#stepOf(result, api.hasBooked, looked),
      again: isAgain(state, result.state),
      asked,
      booked: api.hasBooked,
    };
  }

  #stepOf({ state, explanation }: TurnResult, hasBooked: boolean, hasLooked: boolean): Step {
    if (hasBooked) return 'book';
    if (explanation.asked !== null) return 'ask';
    const asksToBook = state.frames.at(-1)?.state === statesOfTask(this.#name).available;
    return hasLooked || asksToBook ? 'query' : 'neither';
  }

  /** The conversation as a person left it. */
  stateBefore(standing: Standing): { state: DialogState; made: Made } {
    const { place, asked, prompt, skipped, made } = standing;
    const competency = this.#loaded.competencies.get(this.#name);
    if (competency === undefined || place === 'start')
      return { state: initialState(), made: { ...made, queried: null } };
    const slots = this.#spelled(standing.slots);
    const kept: Record<string, SlotValue> = {};
    for (const slot of competency.slots) {
      const value = slots[slot.name];
      if (value !== undefined) kept[slotKey(slot)] = value;
    }
    const queried = standing.queried === null ? null : digestOf(this.#spelled(standing.queried));
    const frame: StoredFrame = {
      state: statesOfTask(this.#name)[place],
      intent: this.#name,
      slots,
      asked,
      misses: {},
      skipped: skipped.filter((name) => competency.slots.some((slot) => slot.name === name)),
      prompt: { speak: prompt, show: prompt },
      ...(place === 'available' ? { saidBack: saidBackOf({ competency, slots }) } : {}),
    };
    const state: DialogState =
      place === 'done'
        ? {
            ...initialState(),
            kept,
            finished: { frame: { ...frame, prompt: null }, turns: 0 },
            done: frame.state,
          }
        : { ...initialState(), kept, frames: [frame] };
    return { state, made: { ...made, queried } };
  }

  #spelled(values: Values): Record<string, SlotValue> {
    const declared = this.#loaded.competencies.get(this.#name)?.slots ?? [];
    return Object.fromEntries(
      [...values]
        .filter(([name]) => declared.some((slot) => slot.name === name))
        .map(([name, spelling]) => [name, valueSpelled(this.#loaded, name, spelling, this.#now)]),
    );
  }
}

/** True if a turn changed nothing, and the same question is still open. */
function isAgain(before: DialogState, after: DialogState): boolean {
  const [was, is] = [before.frames.at(-1), after.frames.at(-1)];
  return (
    was !== undefined &&
    is !== undefined &&
    was.state === is.state &&
    was.asked === is.asked &&
    digestOf(was.slots) === digestOf(is.slots)
  );
}

const digestOf = (slots: Readonly<Record<string, { value: unknown }>>): string =>
  JSON.stringify(
    Object.keys(slots)
      .sort()
      .map((name) => [name, slots[name]?.value]),
  );

/**
 * The business logic of a replay. It queries once all required slots are held, and again after a change. It fills no
 * slot.
 */
class RecordedApi {
  readonly #loaded: LoadedAssistant;
  readonly #name: string;
  readonly #outcomes: Outcomes;
  made: Made;
  hasLooked = false;
  hasBooked = false;

  constructor(loaded: LoadedAssistant, name: string, outcomes: Outcomes, made: Made) {
    this.#loaded = loaded;
    this.#name = name;
    this.#outcomes = outcomes;
    this.made = made;
  }

  call: CallBusinessLogic = async ({ state, slots: wired }) => {
    const to = this.#leadsTo(state, wired);
    return { status: 'answered', body: to === null || to === state ? {} : { state: to } };
  };

  #leadsTo(
    state: string,
    wired: Readonly<Record<string, { values?: readonly { value?: unknown }[] | undefined }>>,
  ): string | null {
    const states = statesOfTask(this.#name);
    const declared = this.#loaded.competencies.get(this.#name)?.slots ?? [];
    const held = Object.fromEntries(
      declared.flatMap(({ name }) => {
        const value = wired[`_${name.toUpperCase()}_`]?.values?.[0]?.value;
        return value === undefined ? [] : [[name, { value }]];
      }),
    );
    if (state === states.done) {
      this.hasBooked = true;
      const outcome = outcomeAt(this.#outcomes.book, this.made.book);
      this.made = { ...this.made, book: this.made.book + 1 };
      return outcome === 'bad' ? states.failed : null;
    }
    if (!Object.values(states).includes(state)) return null;
    const isInvited = this.#loaded.states.has(states.invites);
    if (isInvited && Object.keys(held).length === 0) return states.invites;
    const digest = digestOf(held);
    if (declared.some(({ name, required }) => required && !Object.hasOwn(held, name))) return null;
    if (digest === this.made.queried) return state === states.invites ? states.open : null;
    this.hasLooked = true;
    const outcome = outcomeAt(this.#outcomes.look, this.made.look);
    this.made = { ...this.made, look: this.made.look + 1, queried: digest };
    if (this.#loaded.states.has(states.available))
      return outcome === 'bad' ? states.unavailable : states.available;
    return states.open;
  }
}

const outcomeAt = (outcomes: readonly Outcome[], index: number): Outcome =>
  outcomes[index] ?? outcomes.at(-1) ?? 'good';

/** The counts at the beginning of a conversation. */
export const NOTHING_MADE: Made = { look: 0, book: 0, queried: null };
