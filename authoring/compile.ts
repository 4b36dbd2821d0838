import type {
  CompiledAssistant,
  CompiledCompetency,
  CompiledState,
  CompiledTransition,
} from '../engine/assistant.ts';
import { MESSAGE_NAMES } from '../engine/assistant.ts';
import { builtInMessages } from '../engine/built-in-messages.ts';
import type { TrainingExample } from '../engine/classify/classifier.ts';
import type { FaqDocument, FaqSettings } from '../engine/faq/document.ts';
import type { FreeTextExamples } from '../engine/train/free-text.ts';
import { checkAssistant } from './check.ts';
import { compileEntity } from './compile-entity.ts';
import { freeTextExamples } from './compile-free-text.ts';
import { richAnswerOf } from './compile-rich-answer.ts';
import { slotOf } from './compile-slot.ts';
import { textOf } from './compile-text.ts';
import { AuthoringError, formatFinding } from './findings.ts';
import type { AssistantFile } from './forms/assistant-file.ts';
import type { CompetencyFile, StateForm, TransitionForm } from './forms/competency-file.ts';
import type { AssistantSources, AuthoredAssistant } from './read.ts';
import { withUsualCalls } from './usual-calls.ts';
import { parseUtterance } from './utterance.ts';

/** An assistant that is ready to be trained. */
export interface Compilation {
  assistant: CompiledAssistant;
  /** The examples that its classifiers learn from, by language, annotations stripped. */
  examples: Record<string, TrainingExample[]>;
  /** The examples of values of free-text slots, by language; none where no competency has such a slot. */
  freeText: Record<string, FreeTextExamples>;
  faq: CompiledCollection[];
  /** The author's files, which travel with the version. */
  sources: AssistantSources;
}

/** A collection as it is indexed. */
export interface CompiledCollection {
  settings: FaqSettings;
  documents: FaqDocument[];
}

/**
 * Compiles an assistant. The same files give the same compilation.
 * @throws {AuthoringError} where the check finds errors
 */
export function compileAssistant(authored: AuthoredAssistant): Compilation {
  const errors = checkAssistant(authored).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined || authored.assistant === null) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    throw new AuthoringError(`the assistant has errors: ${first && formatFinding(first)}${more}`, errors);
  }
  const file = authored.assistant.form;
  const competencies = authored.competencies.map(({ form }) => form);
  const listed = authored.entities.map(({ form }) => [form.entity, compileEntity(form)]);
  const entities = withUsualCalls(Object.fromEntries(listed), competencies);
  const mappers = new Map(authored.entities.map(({ form }) => [form.entity, form.mapper]));
  return {
    assistant: {
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
      messages: messagesOf(file),
      competencies: Object.fromEntries(
        competencies.map((form) => [form.competency, competencyOf(form, file, { entities, mappers })]),
      ),
      states: Object.fromEntries(competencies.flatMap((form) => statesOf(form, file.languages.supported))),
      entities,
    },
    examples: Object.fromEntries(
      file.languages.supported.map((language) => [language, examplesOf(file, competencies, language)]),
    ),
    freeText: freeTextExamples(authored),
    faq: collectionsOf(file, authored),
    sources: authored.files,
  };
}

function welcomeOf({ welcome, languages }: AssistantFile): Pick<CompiledAssistant, 'welcome'> {
  if (welcome === undefined) return {};
  const rich = richAnswerOf(welcome, languages.supported);
  return { welcome: { say: textOf(welcome.say), ...(rich && { rich }) } };
}

const collectionsOf = ({ faq }: AssistantFile, authored: AuthoredAssistant): CompiledCollection[] =>
  (faq ?? []).map(({ collection, top_k, threshold }) => ({
    settings: { collection, topK: top_k, threshold: threshold ?? null },
    documents: (authored.faq.find(({ name }) => name === collection)?.documents ?? []).map(
      ({ document }) => document,
    ),
  }));

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

/** The parts of the entities that a competency's slots take. */
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

function transitionOf({ on, to, slot, is, clear, label, say }: TransitionForm): CompiledTransition {
  const values = is === undefined ? null : Array.isArray(is) ? is.map(String) : [String(is)];
  return {
    on,
    to: typeof to === 'string' ? [to] : [...to],
    slot: slot === undefined ? null : { name: slot, is: values },
    clear: [...(clear ?? [])],
    ...(label === undefined ? {} : { label }),
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

function examplesOf(
  file: AssistantFile,
  competencies: readonly CompetencyFile[],
  language: string,
): TrainingExample[] {
  const examples: TrainingExample[] = [];
  for (const { states } of competencies) {
    for (const [label, { utterances }] of Object.entries(states)) {
      for (const source of utterances?.[language] ?? [])
        examples.push({ text: parseUtterance(source).text, label });
    }
  }
  for (const text of file.out_of_scope.utterances?.[language] ?? []) examples.push({ text, label: null });
  return examples;
}
