import { seededRandom } from '../../engine/train/random.ts';
import { alignmentsOf, isBoolean, isNumeric, slotsOfIntent } from './alignment.ts';
import { distinct, marked, markedValues } from './assistant.ts';
import type { Likeness } from './likeness.ts';
import { plainName, snakeCase } from './names.ts';
import type { Dialogue, Service } from './rows.ts';
import {
  callsOfBoolean,
  entityFor,
  KnownValues,
  phrasesFor,
  type SlotEntity,
  valuesFor,
} from './slot-values.ts';
import { type MarkedText, questionsIn, textsFor, trainingTurns, wishesElsewhere } from './training-turns.ts';

/** Maximum number of utterances from training dialogues per intent. */
const MOST_UTTERANCES = 200;
const MOST_QUESTIONS = 100;
const MOST_ELSEWHERE = 100;
/** Maximum number of slot values in sentences made from descriptions. */
const MOST_VALUES_TOLD = 6;

type Slot = Service['slots'][number];
type Intent = Service['intents'][number];

/** An author's material besides a service's own schema. */
export interface Training {
  /** The services of the training dialogues. */
  services: readonly Service[];
  dialogues: readonly Dialogue[];
}

/** Words and states from an author, which replace those derived from a service's descriptions. */
export interface ServiceForm {
  /** The question for a slot; null if the slot is not asked for. */
  question: (slot: Slot, intent: Intent) => string | null;
  /** The states of the intent's competency. */
  states: (utterances: readonly string[], intent: Intent) => object;
  /**
   * Users' texts that state some of its slots, whatever their intent. No slot of another service matches these slots.
   */
  texts: readonly MarkedText[];
  /** Slots that take a note. No slot of another service matches them. */
  notes: ReadonlySet<string>;
}

/** Asks for the slots that an intent requires, in the words of their descriptions. */
const formOfService = (service: Service): ServiceForm => ({
  question: ({ name, description }, { required_slots }) =>
    required_slots.includes(name) ? `What is ${described(description)}?` : null,
  states: (utterances, intent) => statesOf(intent, service, utterances),
  texts: [],
  notes: new Set(),
});

/**
 * Makes an assistant's files for a service by a general rule.
 *
 * Training services with the same purpose are found by names and descriptions, together with matching slots and
 * intents (`alignmentsOf`). They supply, under this service's names, slot values (`entityFor`, `phrasesFor`) and user
 * turns that request the intent or state values in a sentence. Sentences made from the intent's description are
 * added.
 *
 * An intent becomes a competency with the intent's slots, which last for the session; required ones are asked for. A
 * search ends with an offer: a yes leads to the service's action intent that shares most slots. An action ends with a
 * yes. Questions about results are a separate competency, and requests to other services are out of scope.
 */
export function assistantFor(
  service: Service,
  { services, dialogues }: Training,
  likeness: Likeness,
  form: ServiceForm = formOfService(service),
): Record<string, object> {
  const known = new KnownValues(services, dialogues);
  const told = markedValues(form.texts);
  const isOwn = (slot: string): boolean => told.has(slot) || form.notes.has(slot);
  const alignments = alignmentsOf(service, services, known.of, likeness).map((alignment) => ({
    ...alignment,
    slots: new Map([...alignment.slots].filter(([, { name }]) => !isOwn(name))),
  }));
  const turns = trainingTurns(alignments, dialogues);
  const values = new Map(
    service.slots.map((slot) => [
      slot.name,
      isOwn(slot.name) ? (told.get(slot.name) ?? []) : valuesFor(slot, alignments, services, known, likeness),
    ]),
  );
  const said = dialogues.flatMap((dialogue) =>
    dialogue.turns.flatMap(({ who, text }) => (who === 'user' ? [text] : [])),
  );
  const phrases = new Map(
    service.slots.map((slot) => [slot.name, phrasesFor(slot, services, { turns, said, likeness })]),
  );
  const entities = new Map<string, SlotEntity>(
    service.slots.map((slot) => [
      slot.name,
      entityFor(slot, values.get(slot.name) ?? [], phrases.get(slot.name) ?? new Map()),
    ]),
  );
  const seen = new Set<string>();
  const aligned = new Set(
    alignments.flatMap((alignment) => [...alignment.slots.values()].map(({ name }) => name)),
  );
  const files: Record<string, object> = {};
  for (const intent of service.intents) {
    const slots = service.slots.filter(({ name }) => slotsOfIntent(intent).includes(name));
    const texts = draw(
      textsFor(intent, slotsOfIntent(intent), turns, phrases),
      MOST_UTTERANCES,
      service.intents.indexOf(intent),
    );
    const utterances = [
      ...[...texts, ...form.texts].flatMap(({ text, spans }) => marked(text, spans) ?? []),
      ...describedTexts(intent, slots, values),
      ...texts.flatMap((text, index) => withUntold(text, slots, { aligned, values, index })),
    ];
    const name = snakeCase(intent.name);
    files[`competencies/${name}.yaml`] = {
      competency: name,
      title: { en: plainName(intent.name) },
      interrupts: 'replace',
      business_logic: true,
      slots: Object.fromEntries(
        slots.map((slot) => [
          slot.name,
          slotForm(slot, intent, form, entities.get(slot.name)?.name ?? 'text'),
        ]),
      ),
      states: form.states(distinct(utterances, seen), intent),
    };
    for (const slot of slots) {
      const entity = entities.get(slot.name);
      if (entity?.file) files[`entities/${entity.name}.yaml`] = entity.file;
    }
  }
  const questions = distinct(
    [...draw(questionsIn(turns), MOST_QUESTIONS, 1), ...describedQuestions(service)].flatMap(
      (text) => marked(text, []) ?? [],
    ),
    seen,
  );
  files['competencies/details.yaml'] = {
    competency: 'details',
    title: { en: 'more about it' },
    states: { details: { terminal: true, utterances: { en: questions }, say: { en: 'That is so.' } } },
  };
  const elsewhere = draw(wishesElsewhere(alignments, dialogues), MOST_ELSEWHERE, 2);
  return { 'assistant.yaml': assistantForm(service, distinct(elsewhere, seen)), ...files };
}

const assistantForm = ({ service }: Service, elsewhere: readonly string[]): object => ({
  schema: 1,
  name: `bench-${service.toLowerCase().replaceAll('_', '-')}`,
  languages: { default: 'en', supported: ['en'] },
  business_logic: { url: 'https://business-logic.example/' },
  out_of_scope: {
    say: { en: 'I cannot do that.' },
    ...(elsewhere.length > 0 ? { utterances: { en: elsewhere } } : {}),
  },
});

function slotForm(slot: Slot, intent: Intent, { question }: ServiceForm, entity: string): object {
  const ask = question(slot, intent);
  return {
    entity,
    keep: 'session',
    ...(intent.required_slots.includes(slot.name) ? { required: true } : {}),
    ...(ask === null ? {} : { ask: { en: ask } }),
  };
}

/** A description as it appears in a question: "the city where the restaurant is located". */
const described = (description: string): string =>
  `the ${lowerFirst(description).replace(/^(?:the|an?)\s/, '')}`.replace(/[{}]/g, '');

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function statesOf(intent: Intent, { intents }: Service, utterances: readonly string[]): object {
  const name = snakeCase(intent.name);
  if (intent.is_transactional) return deedStates(name, plainName(intent.name), utterances);
  const next = nextOf(intent, intents);
  if (next === null)
    return { [name]: { utterances: { en: utterances }, say: { en: 'This is what I found.' } } };
  return {
    [name]: {
      utterances: { en: utterances },
      say: { en: `I found one. Shall I ${plainName(next.name)}?` },
      transitions: [
        { on: 'yes', to: snakeCase(next.name) },
        { on: 'no', to: 'root', say: { en: 'All right.' } },
      ],
    },
  };
}

/** A yes does the deed. If the business logic could not do it, it is retried with the user's changes. */
function deedStates(name: string, title: string, utterances: readonly string[]): object {
  const transitions = [
    { on: 'yes', to: `${name}_done` },
    { on: 'no', to: 'root', say: { en: 'All right.' } },
  ];
  return {
    [name]: { utterances: { en: utterances }, say: { en: `Shall I ${title}?` }, transitions },
    [`${name}_done`]: {
      terminal: true,
      say: { en: 'That is done.' },
      transitions: [{ on: 'business_logic', to: [`${name}_failed`] }],
    },
    [`${name}_failed`]: { say: { en: 'That did not work. Shall I try it like this?' }, transitions },
  };
}

/** The intent that acts on another intent's results: the one with most of its slots. */
function nextOf(intent: Intent, intents: readonly Intent[]): Intent | null {
  const slots = slotsOfIntent(intent);
  const shared = (candidate: Intent) =>
    slotsOfIntent(candidate).filter((name) => slots.includes(name)).length;
  const [first] = intents
    .filter(({ is_transactional }) => is_transactional)
    .sort((a, b) => shared(b) - shared(a));
  return first ?? null;
}

function draw<T>(all: readonly T[], most: number, seed: number): T[] {
  const random = seededRandom(seed);
  return all
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ item }) => item);
}

/** Sentences from an intent's description and its slots with known values. */
function describedTexts(
  { name, description }: Intent,
  slots: readonly Slot[],
  known: ReadonlyMap<string, readonly string[]>,
): string[] {
  const does = lowerFirst(description).replace(/[[\].]/g, '');
  const wishes = [does, plainName(name)].flatMap((wish) => [
    wish,
    `I want to ${wish}`,
    `I would like to ${wish}, please`,
    `can you ${wish}`,
    `please help me to ${wish}`,
    `I need to ${wish}`,
  ]);
  const told = slots.flatMap((filled) => {
    const { name: slot, possible_values: possible } = filled;
    const values = known.get(slot) ?? [];
    const called = plainName(slot);
    if (isNumeric(filled))
      return possible
        .slice(0, MOST_VALUES_TOLD)
        .flatMap((value) => countedTexts(plainName(name), filled, value));
    return distinct(values.length > 0 ? values : possible)
      .filter((value) => !/[[\]]|^(?:True|False)$/.test(value))
      .slice(0, MOST_VALUES_TOLD)
      .flatMap((value) => [
        `${plainName(name)} with the ${called} [${value}](${slot})`,
        `the ${called} is [${value}](${slot})`,
      ]);
  });
  return [...wishes, ...told];
}

/** A number with the thing it counts, named as the slot: "2 checked bags", "2 bags"; or as a label: "room 12". */
function countedTexts(wish: string, { name }: Slot, value: string): string[] {
  const numbered = /^(.+) (?:number|id)$/.exec(plainName(name))?.[1];
  if (numbered !== undefined)
    return [
      `${wish} with ${numbered} [${value}](${name})`,
      `I am in ${numbered} [${value}](${name})`,
      `my ${plainName(name)} is [${value}](${name})`,
      `${numbered} [${value}](${name})`,
    ];
  const counted = plainName(name).replace(/^(?:number|count|amount)(?: of)? /, '');
  const last = counted.split(' ').at(-1) ?? counted;
  return [...new Set([counted, last])].flatMap((noun) => [
    `${wish} with [${value}](${name}) ${noun}`,
    `${wish} and I have [${value}](${name}) ${noun}`,
    `I have [${value}](${name}) ${noun}`,
    `it is for [${value}](${name}) ${noun}`,
  ]);
}

/** Every n-th utterance is extended with a slot that no training service has. */
const EVERY = 2;

/** An utterance extended with a value of a text slot that no training service has. */
function withUntold(
  { text, spans }: MarkedText,
  slots: readonly Slot[],
  {
    aligned,
    values,
    index,
  }: { aligned: ReadonlySet<string>; values: ReadonlyMap<string, readonly string[]>; index: number },
): string[] {
  const untold = slots.filter(
    ({ name, is_categorical }) =>
      !aligned.has(name) && !is_categorical && (values.get(name)?.length ?? 0) > 0,
  );
  const slot = untold[index % Math.max(untold.length, 1)];
  const source = marked(text.replace(/[\s.!?]+$/, ''), spans);
  if (slot === undefined || source === null || index % EVERY !== 0) return [];
  const known = distinct(values.get(slot.name) ?? []).filter((value) => !/[[\]]/.test(value));
  const value = known[index % known.length];
  const calls = callsBeside(slot);
  const call = calls[(index / EVERY) % calls.length];
  return value === undefined || call === undefined
    ? []
    : [`${source} ${call.replace('…', `[${value}](${slot.name})`)}`];
}

/** Converts `starring` to `stars`. */
const thirdPerson = (doing: string): string => `${doing.replace(/ing$/, '').replace(/(\w)\1$/, '$1')}s`;

/** Ways to add a slot's value to a sentence: "starring …", "with the actor …", "with … in it". */
function callsBeside({ name, description }: Slot): string[] {
  const words = description.toLowerCase().split(/\W+/);
  const doing = words.filter((word) => /^\w{3,}ing$/.test(word));
  const called = plainName(name).replace(/s$/, '');
  return [
    'with …',
    'with … in it',
    `with the ${called} …`,
    ...doing.flatMap((word) => [`${word} …`, `that ${thirdPerson(word)} …`]),
  ];
}

/** Questions about everything that the service knows. */
const describedQuestions = ({ slots }: Service): string[] =>
  slots.flatMap((slot) => {
    const called = plainName(slot.name);
    if (!isBoolean(slot))
      return [
        `what is the ${called}`,
        `can you tell me the ${called}`,
        `what is ${described(slot.description)}`,
      ];
    return callsOfBoolean(slot).flatMap((call) => [
      `do they have ${call}`,
      `does it have ${call}`,
      `is there ${call}`,
      `is there any ${call} there`,
      `can you check if they have ${call}`,
      `is ${call}`,
    ]);
  });
