import type {
  CompiledAssistant,
  CompiledCompetency,
  CompiledState,
  CompiledTransition,
  OpeningHours,
  PeopleQueue,
} from '../engine/assistant.ts';
import { MESSAGE_NAMES } from '../engine/assistant.ts';
import { builtInMessages } from '../engine/built-in-messages.ts';
import { compileEntity } from './compile-entity.ts';
import { richAnswerOf } from './compile-rich-answer.ts';
import { slotOf } from './compile-slot.ts';
import { textOf } from './compile-text.ts';
import { type AssistantFile, type HoursForm, minutesOf, spanOf } from './forms/assistant-file.ts';
import type { CompetencyFile, StateForm, TransitionForm } from './forms/competency-file.ts';
import type { AuthoredAssistant } from './read.ts';

/** Compiles texts and dialogue, everything that is not trained. The files must have no errors. */
export function compileGraph(file: AssistantFile, authored: AuthoredAssistant): CompiledAssistant {
  const competencies = authored.competencies.map(({ form }) => form);
  const listed = authored.entities.map(({ form }) => [form.entity, compileEntity(form)]);
  const entities = Object.fromEntries(listed);
  const mappers = new Map(authored.entities.map(({ form }) => [form.entity, form.mapper]));
  return {
    schema: 1,
    name: file.name,
    languages: {
      default: file.languages.default,
      supported: [...file.languages.supported],
      ...(file.languages.detect === true ? { detect: true } : {}),
    },
    currency: file.currency ?? null,
    businessLogic: businessLogicOf(file),
    devices: devicesOf(file),
    outOfScope: textOf(file.out_of_scope.say),
    ...welcomeOf(file),
    outOfScopeWeight: file.threshold?.out_of_scope_weight ?? 2,
    followUpTurns: file.follow_up_turns,
    logQueries: file.log_queries,
    ...(file.older_answer && { olderAnswer: true }),
    ...conversationsOf(file),
    ...peopleOf(file),
    messages: messagesOf(file),
    competencies: Object.fromEntries(
      competencies.map((form) => [form.competency, competencyOf(form, file, { entities, mappers })]),
    ),
    states: Object.fromEntries(competencies.flatMap((form) => statesOf(form, file.languages.supported))),
    entities,
  };
}

function welcomeOf({ welcome, languages }: AssistantFile): Pick<CompiledAssistant, 'welcome'> {
  if (welcome === undefined) return {};
  const rich = richAnswerOf(welcome, languages.supported);
  return { welcome: { say: textOf(welcome.say), ...(rich && { rich }) } };
}

function businessLogicOf({ business_logic }: AssistantFile): CompiledAssistant['businessLogic'] {
  if (business_logic === undefined) return null;
  const { url, secret, timeout_ms, sign, protocol, on_error } = business_logic;
  const { labels = protocol !== undefined, asks_about_target: asksAboutTarget = labels } = business_logic;
  const onError = on_error === 'continue' ? null : textOf(on_error.say);
  const unknown = on_error === 'continue' ? undefined : on_error.unknown;
  const onUnknown = unknown && { onUnknown: textOf(unknown) };
  return {
    url,
    secret,
    timeoutMs: timeout_ms,
    sign,
    ...(protocol === undefined ? {} : { protocol }),
    ...(labels && { labels }),
    ...(asksAboutTarget && { asksAboutTarget }),
    onError,
    ...onUnknown,
  };
}

const conversationsOf = ({ conversations }: AssistantFile): Pick<CompiledAssistant, 'conversations'> =>
  conversations === undefined
    ? {}
    : {
        conversations: { keepDays: Number.parseInt(conversations.keep, 10), queries: conversations.queries },
      };

function peopleOf({ people }: AssistantFile): Pick<CompiledAssistant, 'people'> {
  if (people === undefined) return {};
  const { within, after_failures, when_nobody: whenNobody, when_closed: whenClosed, hours, queues } = people;
  return {
    people: {
      withinMinutes: minutesOf(within),
      ...(after_failures === undefined ? {} : { afterFailures: after_failures }),
      whenNobody,
      ...(hours && { hours: openingHours(hours) }),
      whenClosed,
      ...(queues && { queues: queuesOf(queues) }),
    },
  };
}

const queuesOf = (queues: NonNullable<NonNullable<AssistantFile['people']>['queues']>): PeopleQueue[] =>
  Object.entries(queues).map(([name, { within, hours, ...served }]) => ({
    name,
    ...served,
    ...(within === undefined ? {} : { withinMinutes: minutesOf(within) }),
    ...(hours && { hours: openingHours(hours) }),
  }));

const openingHours = (hours: HoursForm): OpeningHours => ({
  timeZone: hours.time_zone,
  week: WEEK.map((day) => spansOf(hours[day])),
});

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const spansOf = (spans: string | string[] = []): (readonly [number, number])[] =>
  [spans]
    .flat()
    .map(spanOf)
    .sort(([start], [other]) => start - other);

const devicesOf = ({ personalities }: AssistantFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(personalities ?? {}).flatMap(([name, { devices }]) =>
      devices.map((device) => [device, name]),
    ),
  );

function messagesOf({ messages, languages }: AssistantFile): CompiledAssistant['messages'] {
  const all = builtInMessages(languages);
  for (const name of MESSAGE_NAMES) Object.assign(all[name], textOf(messages?.[name] ?? {}));
  return all;
}

/** The parts of entities that a competency's slots need. */
interface EntitiesOfSlots {
  entities: CompiledAssistant['entities'];
  mappers: ReadonlyMap<string, string | undefined>;
}

function competencyOf(
  form: CompetencyFile,
  { languages }: AssistantFile,
  { entities, mappers }: EntitiesOfSlots,
): CompiledCompetency {
  const plain = form.competency.replaceAll('_', ' ');
  const titles = languages.supported.map((language) => [
    language,
    form.title?.[language] ?? form.title?.[languages.default] ?? plain,
  ]);
  return {
    name: form.competency,
    titles: Object.fromEntries(titles),
    businessLogic: form.business_logic,
    interrupts: form.interrupts,
    help: form.help === undefined ? null : textOf(form.help),
    slots: Object.entries(form.slots ?? {}).map(([name, slot]) =>
      slotOf(
        name,
        { mapper: mappers.get(slot.entity), ...slot },
        { competency: form, languages: languages.supported, entities },
      ),
    ),
  };
}

const isLabel = ({ utterances }: StateForm): boolean =>
  Object.values(utterances ?? {}).some((sources) => sources.length > 0);

function transitionOf({
  on,
  to,
  slot,
  is,
  clear,
  label,
  asks_about_target: asksAboutTarget,
  say,
}: TransitionForm): CompiledTransition {
  const values = is === undefined ? null : Array.isArray(is) ? is.map(String) : [String(is)];
  return {
    on,
    to: typeof to === 'string' ? [to] : [...to],
    slot: slot === undefined ? null : { name: slot, is: values },
    clear: [...(clear ?? [])],
    ...(label === undefined ? {} : { label }),
    ...(asksAboutTarget === undefined ? {} : { asksAboutTarget }),
    say: say === undefined ? null : textOf(say),
  };
}

const statesOf = (form: CompetencyFile, languages: readonly string[]): [string, CompiledState][] =>
  Object.entries(form.states).map(([name, state]) => [name, stateOf(name, state, form, languages)]);

function stateOf(
  name: string,
  state: StateForm,
  form: CompetencyFile,
  languages: readonly string[],
): CompiledState {
  const rich = richAnswerOf(state, languages);
  return {
    name,
    competency: form.competency,
    isLabel: isLabel(state),
    terminal: state.terminal,
    ...(state.deed === undefined ? {} : { deed: state.deed }),
    ...(state.hands_off ? { handsOff: true } : {}),
    say: state.say === undefined ? null : textOf(state.say),
    ...(rich && { rich }),
    from: state.from,
    transitions: (state.transitions ?? []).map(transitionOf),
  };
}
