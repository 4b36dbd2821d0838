import { plainWords } from '../../engine/text/words.ts';
import { plainName, snakeCase } from '../dialogue/names.ts';
import type { Service } from '../dialogue/rows.ts';
import type { ServiceForm } from '../dialogue/service-assistant.ts';
import {
  invitationOf,
  isBooking,
  outcomesOfBooking,
  outcomesOfLook,
  questionsOf,
  REQUEST_TYPE,
  wordsOfFirst,
} from './chart.ts';
import type { Task, TaskInput } from './rows.ts';

type Slot = Service['slots'][number];

/** Number of examples between the minimum and the maximum. */
const NUMBERS = 6;

/** The states of a task's competency, besides the state with the competency's own name, which looks up or queries. */
export const statesOfTask = (name: string) => ({
  open: name,
  available: `${name}_available`,
  unavailable: `${name}_unavailable`,
  changes: `${name}_changes`,
  done: `${name}_done`,
  failed: `${name}_failed`,
  invites: `${name}_invites`,
});

/**
 * The service of a task: one intent, whose slots are the inputs of its API except the request type. The slots that
 * the chart asks for come first, in chart order.
 */
export function serviceOf(name: string, task: Task): Service {
  const questions = [...questionsOf(task).keys()];
  const inputs = task.api.input.filter((input) => input.name !== REQUEST_TYPE);
  const place = (input: TaskInput): number =>
    questions.includes(input.name) ? questions.indexOf(input.name) : questions.length;
  const sorted = [...inputs].sort((a, b) => place(a) - place(b));
  const isRequired = (input: TaskInput): boolean => task.api.required.includes(input.name);
  const does = deedOf(name, task);
  return {
    service: name,
    description: does,
    slots: sorted.map((input) => slotOf(input, task)),
    intents: [
      {
        name,
        description: does,
        is_transactional: isBooking(task),
        required_slots: sorted.filter(isRequired).map((input) => snakeCase(input.name)),
        optional_slots: Object.fromEntries(
          sorted.filter((input) => !isRequired(input)).map((input) => [snakeCase(input.name), 'dontcare']),
        ),
      },
    ],
  };
}

/** The assistant's purpose, in the words with which it refuses other requests: "book apartment viewings". */
function deedOf(name: string, { replies }: Task): string {
  const told = /\bonly able to (help (?:you )?)?(to |with )?(.+?)\.?$/.exec(replies.out_of_scope ?? '');
  const [, helps = '', how = '', does] = told ?? [];
  if (does === undefined) return plainName(name);
  return helps !== '' && how === 'with '
    ? `get help with ${does}`
    : does.replace(/\byou(r?)\b/g, (_, r) => (r ? 'my' : 'me'));
}

function slotOf({ name, kind, label, values = [], min = 0, max = 100 }: TaskInput, { domain }: Task): Slot {
  const called = plainWords(label.replace(/\([^)]*\)/g, ''));
  const slot = { name: snakeCase(name), description: called.includes(' ') ? called : `${domain} ${called}` };
  if (kind === 'Boolean' || isYesNo(values))
    return { ...slot, is_categorical: true, possible_values: ['True', 'False'] };
  if (kind === 'Integer') return { ...slot, is_categorical: true, possible_values: numbersBetween(min, max) };
  return values.length > 0
    ? { ...slot, is_categorical: true, possible_values: values, calls: shortCallsOf(values) }
    : { ...slot, is_categorical: false, possible_values: [] };
}

/** The slots with long texts. */
export const notesOf = ({ api }: Task): Set<string> =>
  new Set(api.input.flatMap(({ name, kind }) => (kind === 'LongString' ? [snakeCase(name)] : [])));

/** True if these are the values of a yes-no question. */
export const isYesNo = (values: readonly string[]): boolean =>
  values.length === 2 && values.every((value) => /^(?:yes|no)$/i.test(value));

const numbersBetween = (least: number, most: number): string[] => [
  ...new Set(
    Array.from({ length: NUMBERS }, (_, index) =>
      String(Math.max(0, Math.round(least + ((most - least) * index) / (NUMBERS - 1)))),
    ),
  ),
];

/** For each value, its words without those shared with another value: "Hilton" for "Hilton Hotel". */
export function shortCallsOf(values: readonly string[]): Record<string, string[]> {
  const wordsOf = (value: string): string[] => plainWords(value).split(' ');
  return Object.fromEntries(
    values.flatMap((value): [string, string[]][] => {
      const others = new Set(values.filter((other) => other !== value).flatMap(wordsOf));
      const rest = wordsOf(value).filter((word) => !others.has(word));
      const short = rest.join(' ');
      const isOne = ` ${plainWords(value)} `.includes(` ${short} `);
      return short.length > 2 && isOne && rest.length < wordsOf(value).length && !/^\d+$/.test(short)
        ? [[value, [short]]]
        : [];
    }),
  );
}

/** The questions and states of a task's assistant, in the words of its chart. */
export function formOf(name: string, task: Task, texts: ServiceForm['texts']): ServiceForm {
  const questions = new Map([...questionsOf(task)].map(([input, label]) => [snakeCase(input), label]));
  return {
    question: (slot) => {
      const label = questions.get(slot.name);
      return (label === undefined ? null : said(task.replies[label])) ?? null;
    },
    texts,
    notes: notesOf(task),
    states: (utterances) =>
      isBooking(task) ? bookingStates(name, task, utterances) : queryStates(name, task, utterances),
  };
}

/** A text without its template placeholders. */
const said = (words: string | null | undefined): string | null => words?.replace(/[{}]/g, '') ?? null;

function bookingStates(name: string, task: Task, utterances: readonly string[]): object {
  const states = statesOfTask(name);
  const [look, booking] = [outcomesOfLook(task), outcomesOfBooking(task)];
  const say = (labels: readonly string[], otherwise: string) => ({
    en: said(wordsOfFirst(task, labels)) ?? otherwise,
  });
  const looks = { on: 'business_logic', to: [states.available, states.unavailable] };
  return {
    [states.open]: { utterances: { en: utterances }, say: { en: 'One moment.' }, transitions: [looks] },
    [states.available]: {
      say: say(look.good, 'Shall I book it?'),
      transitions: [
        { on: 'yes', to: states.done },
        { on: 'no', to: states.changes },
        { on: 'business_logic', to: [states.unavailable] },
      ],
    },
    [states.unavailable]: {
      say: say(look.bad, 'That is not available.'),
      transitions: [{ on: 'business_logic', to: [states.available] }],
    },
    [states.changes]: { say: { en: 'All right. What would you like to change?' }, transitions: [looks] },
    [states.done]: {
      terminal: true,
      say: say(booking.good, 'That is done.'),
      transitions: [{ on: 'business_logic', to: [states.failed] }],
    },
    [states.failed]: { say: say(booking.bad, 'That did not work.'), transitions: [looks] },
  };
}

function queryStates(name: string, task: Task, utterances: readonly string[]): object {
  const states = statesOfTask(name);
  const invitation = said(invitationOf(task));
  const open = { utterances: { en: utterances }, say: { en: 'This is what I found.' } };
  if (invitation === null) return { [states.open]: open };
  return {
    [states.open]: { ...open, transitions: [{ on: 'business_logic', to: [states.invites] }] },
    [states.invites]: {
      say: { en: invitation },
      transitions: [{ on: 'business_logic', to: [states.open] }],
    },
  };
}
