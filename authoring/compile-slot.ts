import {
  type CompiledEntity,
  type CompiledSlot,
  entityNamed,
  type SlotContext,
  type SlotOrder,
} from '../engine/assistant.ts';
import { countEdges, noEdges } from '../engine/understand/values/edges.ts';
import { builtInRecognizer } from '../engine/values/built-in.ts';
import { isTemporalBound } from '../engine/values/validate.ts';
import { wordsIn } from '../engine/values/words-in.ts';
import { choicesOfEntity, richAnswerOf } from './compile-rich-answer.ts';
import { textOf } from './compile-text.ts';
import type { CompetencyFile, SlotForm } from './forms/competency-file.ts';
import { parseUtterance, wordsAround } from './utterance.ts';

/** The surroundings that compiling slots requires. */
export interface SlotSurroundings {
  competency: CompetencyFile;
  languages: readonly string[];
  entities: Readonly<Record<string, CompiledEntity>>;
}

/** Compiles a competency's slot, with the words around its values. */
export function slotOf(
  name: string,
  slot: SlotForm,
  { competency, languages, entities }: SlotSurroundings,
): CompiledSlot {
  const { entity, required, ask, validate, reject, sensitive, multiple, retries, mapper, label, keep } = slot;
  const exhausted = slot.on_retries_exhausted;
  const orders = validate === undefined ? [] : ordersOf(validate);
  const isOther = (order: SlotOrder['order']) => orders.some((declared) => declared.order === order);
  const rule = validate && {
    min: isOther('min') ? null : (validate.min ?? null),
    max: isOther('max') ? null : (validate.max ?? null),
    oneOf: validate.one_of?.map(String) ?? null,
    pattern: validate.pattern ?? null,
    minLength: validate.length?.min ?? null,
    maxLength: validate.length?.max ?? null,
    ...(orders.length === 0 ? {} : { others: orders }),
  };
  const declared = entityNamed({ entities }, entity);
  const listed = declared && choicesOfEntity(declared, languages, rule?.oneOf ?? null);
  const rich = richAnswerOf(
    { ...slot, choices: slot.choices === 'values' ? listed : slot.choices },
    languages,
  );
  return {
    name,
    entity,
    required,
    ask: ask === undefined ? null : textOf(ask),
    ...(rich && { rich }),
    validate: rule ?? null,
    ...(slot.prefer === undefined ? {} : { prefer: slot.prefer }),
    reject: reject === undefined ? null : textOf(reject),
    ...(slot.unknown && { unknown: textOf(slot.unknown) }),
    ...(slot.not_understood && { notUnderstood: textOf(slot.not_understood) }),
    ...(slot.silence && { silence: textOf(slot.silence) }),
    sensitive,
    ...(slot.said_back ? {} : { saidBack: false as const }),
    multiple,
    retries,
    ...(mapper === undefined ? {} : { mapper }),
    ...(label === undefined ? {} : { label }),
    keep,
    onRetriesExhausted:
      exhausted === undefined
        ? null
        : { to: exhausted.to, say: exhausted.say === undefined ? null : textOf(exhausted.say) },
    contexts: contextsOf(name, competency),
  };
}

/** The slots that a rule refers to. A text that is not a date or time is a slot's name. */
export function ordersOf(rule: NonNullable<SlotForm['validate']>): SlotOrder[] {
  const orders: SlotOrder[] = [];
  for (const order of ['min', 'max', 'after', 'before'] as const) {
    const bound = rule[order];
    if (typeof bound === 'string' && !isTemporalBound(bound)) orders.push({ order, slot: bound });
  }
  return orders;
}
/** A Thursday at noon. The time does not affect which words are a date. */
const CLOCK = { now: Date.UTC(2026, 0, 1, 12), offsetMinutes: 0 };

/** The words beside a slot's marked values, counted by language. */
export function contextsOf(slot: string, { states, slots }: CompetencyFile): Record<string, SlotContext> {
  const recognize = builtInRecognizer(slots?.[slot]?.entity ?? '', null);
  const contexts: Record<string, SlotContext> = {};
  const utterances = Object.values(states).flatMap((state) => Object.entries(state.utterances ?? {}));
  for (const [language, sources] of utterances) {
    for (const { text, annotations } of sources.map(parseUtterance)) {
      const marks = annotations.filter((annotation) => annotation.slot === slot);
      const words = marks.length === 0 ? [] : wordsIn(text, language);
      const utterance = { text, words, language, clock: CLOCK };
      const read = marks.length === 0 ? [] : (recognize?.(utterance) ?? []);
      for (const annotation of marks) {
        contexts[language] ??= { left: {}, secondLeft: {}, right: {} };
        const context = contexts[language];
        const around = wordsAround(words, annotation, annotations);
        for (const side of ['left', 'secondLeft', 'right'] as const) {
          const word = around[side];
          if (word !== null)
            context[side][word] = (Object.hasOwn(context[side], word) ? (context[side][word] ?? 0) : 0) + 1;
        }
        if (recognize === undefined) continue;
        context.edges ??= noEdges();
        countEdges(context.edges, utterance, annotation, read);
      }
    }
  }
  return contexts;
}
