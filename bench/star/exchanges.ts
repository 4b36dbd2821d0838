import type { Stretch } from '../../engine/text/stretch.ts';
import { snakeCase } from '../dialogue/names.ts';
import { BOOK, isBooking, outcomesOfBooking, outcomesOfLook, REQUEST_TYPE } from './chart.ts';
import { type Listener, placeOfValue } from './listener.ts';
import type { Task, TaskDialogue, TaskQuery, WizardTurn } from './rows.ts';
import { isYesNo } from './task-service.ts';

/** The step of the person who played the assistant, or of ours. */
export type Step = 'ask' | 'query' | 'book' | 'neither';

/** The stage of a conversation between two exchanges. */
export type Place = 'start' | 'open' | 'available' | 'unavailable' | 'done' | 'failed';

/** Slot values in their spelling. */
export type Values = ReadonlyMap<string, string>;

export interface Standing {
  place: Place;
  slots: Values;
  /** The slots of the last query; null before any. */
  queried: Values | null;
  /** Optional slots that were asked for but not filled. */
  skipped: readonly string[];
  /** The slot that was last asked for. */
  asked: string | null;
  /** The words of the assistant. */
  prompt: string;
  /** The numbers of lookups and bookings so far. */
  made: { look: number; book: number };
}

/** A user's turn, the conversation before it, and the expected result. */
export interface Exchange {
  text: string;
  before: Standing;
  /** Values of the next query that the user has said by now. */
  told: Values;
  /** Values of the next query that the user's words so far do not contradict. */
  expected: Values;
  /** Values of the next query that differ from the last query's and are said in this turn. */
  corrected: Values;
  step: Step;
  /** True if the question whether to book is open. */
  isBookingAsked: boolean;
  /**
   * True if the words do not answer the open question: the person asked it again, or called the words out of scope.
   */
  isDigression: boolean;
  /**
   * `isFirstQuery`, `isLastQuery`: true if the turn leads to the first or last lookup of the conversation, or to its
   * only query.
   */
  isFirstQuery: boolean;
  isLastQuery: boolean;
}

/** The outcome of a query. */
export type Outcome = 'good' | 'bad';

/** The outcomes of a dialogue's queries in order. */
export interface Outcomes {
  look: readonly Outcome[];
  book: readonly Outcome[];
}

interface Pair {
  text: string;
  wizard: WizardTurn | null;
}

/** Users' turns with their answers. */
function pairsOf({ turns }: TaskDialogue): Pair[] {
  return turns.flatMap((turn, index): Pair[] => {
    if (turn.who !== 'user') return [];
    const next = turns[index + 1];
    return [{ text: turn.text, wizard: next?.who === 'wizard' ? next : null }];
  });
}

const isBook = (query: TaskQuery | undefined): boolean => query?.constraints[REQUEST_TYPE] === BOOK;

/** The single values of a query's slots, without operators and truth values. */
export function valuesOf({ constraints }: TaskQuery, { api }: Task): Map<string, string> {
  const closed = new Map(
    api.input.map(({ name, kind, values = [] }) => [name, kind === 'Boolean' || isYesNo(values)]),
  );
  return new Map(
    Object.entries(constraints).flatMap(([name, value]): [string, string][] =>
      (typeof value === 'string' || typeof value === 'number') &&
      closed.get(name) === false &&
      name !== REQUEST_TYPE
        ? [[snakeCase(name), String(value)]]
        : [],
    ),
  );
}

/** All values of a query that a slot can hold, including those with an operator. */
function heldOf({ constraints }: TaskQuery, { api }: Task): Map<string, string> {
  const names = new Set(api.input.map(({ name }) => name));
  return new Map(
    Object.entries(constraints).flatMap(([name, value]): [string, string][] => {
      const plain = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
      return names.has(name) &&
        name !== REQUEST_TYPE &&
        ['string', 'number', 'boolean'].includes(typeof plain)
        ? [[snakeCase(name), spelledTruth(plain)]]
        : [];
    }),
  );
}

const spelledTruth = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value);

/**
 * Returns whether a user has said a value: 'said' if it is the value last said for its slot, 'other' if another value
 * is, 'unsaid' if none was said. The value of another slot in the same query does not count for this slot.
 * @param spellings all values of the slot in the dialogue's queries
 */
export function hearing(
  listener: Listener,
  [slot, spelling]: readonly [string, string],
  texts: readonly string[],
  { query, spellings }: { query: Values; spellings: readonly string[] },
): 'said' | 'other' | 'unsaid' {
  const isElsewhere = (value: unknown): boolean =>
    [...query].some(([name, other]) => name !== slot && listener.isValue(slot, value, other));
  for (const text of [...texts].reverse()) {
    const place = placeOfValue(listener, { slot, spelling }, text);
    const others: readonly Stretch[] = [
      ...listener
        .readings(slot, text)
        .filter(({ value }) => !isElsewhere(value) && !listener.isValue(slot, value, spelling)),
      ...spellings.flatMap((other) =>
        listener.isValue(slot, other, spelling) || isElsewhere(other)
          ? []
          : (placeOfValue(listener, { slot, spelling: other }, text) ?? []),
      ),
    ];
    if (place !== null) return others.some(({ start }) => start > place.start) ? 'other' : 'said';
    if (others.length > 0) return 'other';
  }
  return 'unsaid';
}

/** The outcomes of queries by reply label and message. */
export class OutcomeBook {
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #counts = new Map<string, { good: number; bad: number }>();

  constructor(tasks: ReadonlyMap<string, Task>, dialogues: readonly TaskDialogue[]) {
    this.#tasks = tasks;
    for (const { task, turns } of dialogues)
      for (const turn of turns) {
        if (turn.who !== 'wizard' || turn.query === undefined) continue;
        const labelled = this.#labelled(task, turn);
        if (labelled === null) continue;
        const key = keyOf(task, turn);
        const counts = this.#counts.get(key) ?? { good: 0, bad: 0 };
        counts[labelled]++;
        this.#counts.set(key, counts);
      }
  }

  of(task: string, turn: WizardTurn): Outcome {
    const counts = this.#counts.get(keyOf(task, turn)) ?? { good: 1, bad: 0 };
    return this.#labelled(task, turn) ?? (counts.bad > counts.good ? 'bad' : 'good');
  }

  #labelled(name: string, { action = '', query }: WizardTurn): Outcome | null {
    const task = this.#tasks.get(name);
    if (task === undefined || !isBooking(task)) return null;
    const { good, bad } = isBook(query) ? outcomesOfBooking(task) : outcomesOfLook(task);
    return good.includes(action) ? 'good' : bad.includes(action) ? 'bad' : null;
  }
}

const keyOf = (task: string, { query, result }: WizardTurn): string => {
  const texts = Object.values(result ?? {}).filter(
    (value) => typeof value === 'string' && /[a-z] /.test(`${value} `),
  );
  return JSON.stringify([task, isBook(query), texts.length > 0 ? texts : result]);
};

export const outcomesOf = (dialogue: TaskDialogue, book: OutcomeBook): Outcomes => {
  const turns = dialogue.turns.filter((turn): turn is WizardTurn => turn.who === 'wizard');
  const of = (isBooked: boolean): Outcome[] =>
    turns
      .filter(({ query }) => query !== undefined && isBook(query) === isBooked)
      .map((turn) => book.of(dialogue.task, turn));
  return { look: of(false), book: of(true) };
};

/** The reply to a request that the assistant cannot serve. It leaves the earlier question open. */
const OUT_OF_SCOPE = 'out_of_scope';

const NOTHING: Standing = {
  place: 'start',
  slots: new Map(),
  queried: null,
  skipped: [],
  asked: null,
  prompt: '',
  made: { look: 0, book: 0 },
};

/** The exchanges of a dialogue with their expected results. */
export function exchangesOf(
  dialogue: TaskDialogue,
  task: Task,
  listener: Listener,
  outcomeOf: (turn: WizardTurn) => Outcome,
): Exchange[] {
  const pairs = pairsOf(dialogue);
  const texts = pairs.map(({ text }) => text);
  const queries = pairs.map(({ wizard }) =>
    wizard?.query === undefined ? null : valuesOf(wizard.query, task),
  );
  const spellingsOf = (slot: string): string[] => [
    ...new Set(queries.flatMap((query) => query?.get(slot) ?? [])),
  ];
  const lookups = [...pairs.keys()].filter((index) => {
    const query = pairs[index]?.wizard?.query;
    return query !== undefined && !isBook(query);
  });
  const asks = new Map(
    Object.entries(task.asks).map(([label, name]) => [label, name === REQUEST_TYPE ? '' : snakeCase(name)]),
  );
  const bookingQuestions = isBooking(task) ? outcomesOfLook(task).good : [];
  let standing = NOTHING;
  let question: string | null = null;
  return pairs.map(({ text, wizard }, index): Exchange => {
    const at = queries.findIndex((query, later) => later >= index && query !== null);
    const next = queries[at] ?? new Map<string, string>();
    const last = lookups.filter((earlier) => earlier < index).at(-1);
    const heard = (pair: readonly [string, string], upTo: number) =>
      hearing(listener, pair, texts.slice(0, upTo + 1), { query: next, spellings: spellingsOf(pair[0]) });
    const comparable = [...next].filter((pair) => heard(pair, at) === 'said');
    const before = standing;
    const isSaidNow = ([slot, spelling]: readonly [string, string]): boolean =>
      placeOfValue(listener, { slot, spelling }, text) !== null;
    // A value that the person used before for the slot is not the turn's mistake.
    const isGiven = ([slot, spelling]: readonly [string, string]): boolean => {
      const given = before.slots.get(slot);
      return given !== undefined && !listener.isValue(slot, given, spelling) && !isSaidNow([slot, spelling]);
    };
    const judged = comparable.filter((pair) => !isGiven(pair));
    const told = new Map(judged.filter((pair) => heard(pair, index) === 'said'));
    const expected = new Map(judged.filter((pair) => heard(pair, index) !== 'other'));
    const previous = last === undefined ? null : queries[last];
    const corrected = new Map(
      [...told].filter(
        ([slot, spelling]) =>
          previous?.has(slot) &&
          previous.get(slot) !== spelling &&
          isSaidNow([slot, spelling]) &&
          !texts
            .slice((last ?? -1) + 1, index)
            .some((earlier) => placeOfValue(listener, { slot, spelling }, earlier)),
      ),
    );
    const { action, query } = wizard ?? {};
    const isAskedAgain =
      question !== null && query === undefined && (action === question || action === OUT_OF_SCOPE);
    const exchange: Exchange = {
      text,
      before,
      told,
      expected,
      corrected,
      step: stepOf(wizard, asks, bookingQuestions),
      isBookingAsked: question !== null && bookingQuestions.includes(question),
      isDigression: isAskedAgain && ![...told].some(isSaidNow),
      isFirstQuery: index === lookups[0],
      isLastQuery: index === lookups.at(-1),
    };
    if (wizard !== null)
      standing = standingAfter(before, {
        wizard,
        told,
        task,
        asks,
        bookingQuestions,
        outcomeOf,
        nextHeld: heldAt(pairs[at]?.wizard, task),
      });
    if (action !== OUT_OF_SCOPE)
      question =
        action !== undefined && (asks.has(action) || bookingQuestions.includes(action)) ? action : null;
    return exchange;
  });
}

const heldAt = (wizard: WizardTurn | null | undefined, task: Task): Values =>
  wizard?.query === undefined ? new Map() : heldOf(wizard.query, task);

function stepOf(
  wizard: WizardTurn | null,
  asks: ReadonlyMap<string, string>,
  bookingQuestions: readonly string[],
): Step {
  if (wizard === null) return 'neither';
  if (wizard.query !== undefined) return isBook(wizard.query) ? 'book' : 'query';
  if (wizard.action === undefined) return 'neither';
  if (bookingQuestions.includes(wizard.action)) return 'query';
  return asks.has(wizard.action) ? 'ask' : 'neither';
}

interface Course {
  wizard: WizardTurn;
  told: Values;
  task: Task;
  asks: ReadonlyMap<string, string>;
  bookingQuestions: readonly string[];
  outcomeOf: (turn: WizardTurn) => Outcome;
  /** The values of the next query. */
  nextHeld: Values;
}

/** The conversation after a reply of the person who plays the assistant. */
function standingAfter(before: Standing, course: Course): Standing {
  const { wizard, told, task, asks, nextHeld } = course;
  const { query, action = '' } = wizard;
  const slots = new Map(query === undefined ? [...before.slots, ...told] : heldOf(query, task));
  const skipped = new Set(before.skipped);
  const asked = action === OUT_OF_SCOPE ? before.asked : asks.get(action) || null;
  const answered = before.asked;
  if (answered !== null && asked !== answered && query === undefined && !slots.has(answered)) {
    const value = nextHeld.get(answered);
    if (value !== undefined) slots.set(answered, value);
    else skipped.add(answered);
  }
  if (answered !== null && query !== undefined && !slots.has(answered)) skipped.add(answered);
  if (asked !== null) {
    slots.delete(asked);
    skipped.delete(asked);
  }
  const made = {
    look: before.made.look + (query !== undefined && !isBook(query) ? 1 : 0),
    book: before.made.book + (isBook(query) ? 1 : 0),
  };
  const place = asked !== null ? 'open' : placeAfter(before.place, course, slots.size > 0);
  const queried = query === undefined ? before.queried : slots;
  return { place, slots, queried, skipped: [...skipped], asked, prompt: wizard.text, made };
}

function placeAfter(
  before: Place,
  { wizard, task, bookingQuestions, outcomeOf }: Course,
  isUnderWay: boolean,
): Place {
  const { query, action = '' } = wizard;
  if (query !== undefined && !isBooking(task)) return 'open';
  if (query !== undefined && isBook(query)) return outcomeOf(wizard) === 'good' ? 'done' : 'failed';
  if (query !== undefined) return outcomeOf(wizard) === 'good' ? 'available' : 'unavailable';
  if (bookingQuestions.includes(action)) return 'available';
  return before === 'start' && isUnderWay ? 'open' : before;
}
