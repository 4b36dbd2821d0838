import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSaying,
  type CompiledSlot,
  type CompiledState,
  type CompiledText,
  MESSAGE_NAMES,
  type MessageName,
  type SlotContext,
} from '../../functions/shared/engine/assistant.ts';
import type { AssistantFile } from '../../functions/shared/engine/authoring/assistant-file.ts';
import type {
  CompetencyFile,
  SlotForm,
  StateForm,
} from '../../functions/shared/engine/authoring/competency-file.ts';
import type { Lines, Saying, TextForm } from '../../functions/shared/engine/authoring/text.ts';
import type { TrainingExample } from '../../functions/shared/engine/classifier.ts';
import { BUILT_IN_MESSAGES } from '../../functions/shared/engine/messages.ts';
import { checkAssistant } from './check.ts';
import { compileEntity } from './compile-entity.ts';
import { AuthoringError, formatFinding } from './findings.ts';
import type { AuthoredAssistant } from './read.ts';
import { parseUtterance, wordsAround } from './utterance.ts';

/** An assistant that is ready to be trained. */
export interface Compilation {
  assistant: CompiledAssistant;
  /** What its classifiers learn from, by language, annotations stripped. */
  examples: Record<string, TrainingExample[]>;
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
  return {
    assistant: {
      schema: 1,
      name: file.name,
      languages: { default: file.languages.default, supported: [...file.languages.supported] },
      currency: file.currency ?? null,
      businessLogic: businessLogicOf(file),
      devices: devicesOf(file),
      outOfScope: textOf(file.out_of_scope.say),
      outOfScopeWeight: file.threshold?.out_of_scope_weight ?? 2,
      messages: messagesOf(file),
      competencies: Object.fromEntries(
        competencies.map((form) => [form.competency, competencyOf(form, file)]),
      ),
      states: Object.fromEntries(competencies.flatMap(statesOf)),
      entities: Object.fromEntries(authored.entities.map(({ form }) => [form.entity, compileEntity(form)])),
    },
    examples: Object.fromEntries(
      file.languages.supported.map((language) => [language, examplesOf(file, competencies, language)]),
    ),
  };
}

function businessLogicOf({ business_logic }: AssistantFile): CompiledAssistant['businessLogic'] {
  if (business_logic === undefined) return null;
  const { url, secret, timeout_ms, sign, on_error } = business_logic;
  const onError = on_error === 'continue' ? null : textOf(on_error.say);
  return { url, secret, timeoutMs: timeout_ms, sign, onError };
}

const devicesOf = ({ personalities }: AssistantFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(personalities ?? {}).flatMap(([name, { devices }]) =>
      devices.map((device) => [device, name]),
    ),
  );

function messagesOf({ messages, languages }: AssistantFile): Record<MessageName, CompiledText> {
  const messageOf = (name: MessageName): CompiledText => {
    const own = textOf(messages?.[name] ?? {});
    for (const language of languages.supported) {
      const builtIn = BUILT_IN_MESSAGES[language]?.[name];
      if (own[language] === undefined && builtIn !== undefined) own[language] = compiled(builtIn);
    }
    const fallback = BUILT_IN_MESSAGES.en?.[name] ?? '';
    own[languages.default] ??= compiled(fallback);
    return own;
  };
  return Object.fromEntries(MESSAGE_NAMES.map((name) => [name, messageOf(name)])) as Record<
    MessageName,
    CompiledText
  >;
}

const linesOf = (lines: Lines): string[] => (typeof lines === 'string' ? [lines] : [...lines]);

const sayingOf = (form: Lines | Saying): CompiledSaying =>
  typeof form === 'string' || Array.isArray(form)
    ? { speak: linesOf(form), show: [] }
    : { speak: linesOf(form.speak), show: form.show === undefined ? [] : linesOf(form.show) };

const compiled = (text: string): CompiledText[string] => ({ speak: [text], show: [], personalities: {} });

export function textOf(form: TextForm): CompiledText {
  const text: CompiledText = {};
  for (const [language, said] of Object.entries(form)) {
    if (typeof said === 'string' || Array.isArray(said))
      text[language] = { ...sayingOf(said), personalities: {} };
    else {
      const { speak, show, ...others } = said;
      const own = show === undefined ? sayingOf({ speak }) : sayingOf({ speak, show });
      const personalities = Object.entries(others).map(([name, other]) => [name, sayingOf(other)]);
      text[language] = { ...own, personalities: Object.fromEntries(personalities) };
    }
  }
  return text;
}

function competencyOf(form: CompetencyFile, { languages }: AssistantFile): CompiledCompetency {
  const plain = form.competency.replaceAll('_', ' ');
  const titles = languages.supported.map((language) => [
    language,
    form.title?.[language] ?? form.title?.[languages.default] ?? plain,
  ]);
  return {
    name: form.competency,
    titles: Object.fromEntries(titles),
    businessLogic: form.business_logic,
    slots: Object.entries(form.slots ?? {}).map(([name, slot]) => slotOf(name, slot, form)),
  };
}

function slotOf(name: string, slot: SlotForm, competency: CompetencyFile): CompiledSlot {
  const { entity, required, ask, validate, reject, sensitive, multiple, retries } = slot;
  const rule = validate && {
    min: validate.min ?? null,
    max: validate.max ?? null,
    oneOf: validate.one_of?.map(String) ?? null,
  };
  return {
    name,
    entity,
    required,
    ask: ask === undefined ? null : textOf(ask),
    validate: rule ?? null,
    reject: reject === undefined ? null : textOf(reject),
    sensitive,
    multiple,
    retries,
    contexts: contextsOf(name, competency),
  };
}

/** The words beside a slot’s marked values, counted by language. */
export function contextsOf(slot: string, { states }: CompetencyFile): Record<string, SlotContext> {
  const contexts: Record<string, SlotContext> = {};
  const utterances = Object.values(states).flatMap((state) => Object.entries(state.utterances ?? {}));
  for (const [language, sources] of utterances) {
    for (const utterance of sources.map(parseUtterance)) {
      for (const annotation of utterance.annotations) {
        if (annotation.slot !== slot) continue;
        contexts[language] ??= { left: {}, secondLeft: {}, right: {} };
        const context = contexts[language];
        const around = wordsAround(utterance, annotation);
        for (const side of ['left', 'secondLeft', 'right'] as const) {
          const word = around[side];
          if (word !== null)
            context[side][word] = (Object.hasOwn(context[side], word) ? (context[side][word] ?? 0) : 0) + 1;
        }
      }
    }
  }
  return contexts;
}

const isLabel = ({ utterances }: StateForm): boolean =>
  Object.values(utterances ?? {}).some((sources) => sources.length > 0);

const statesOf = (form: CompetencyFile): [string, CompiledState][] =>
  Object.entries(form.states).map(([name, state]) => [
    name,
    {
      name,
      competency: form.competency,
      isLabel: isLabel(state),
      terminal: state.terminal,
      say: state.say === undefined ? null : textOf(state.say),
      transitions: (state.transitions ?? []).map(({ on, to, say }) => ({
        on,
        to: typeof to === 'string' ? [to] : [...to],
        say: say === undefined ? null : textOf(say),
      })),
    },
  ]);

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
