import type {
  CompiledAssistant,
  CompiledCompetency,
  CompiledSlot,
  CompiledState,
  CompiledTransition,
  MessageName,
} from './assistant.ts';
import { BUILT_IN_MESSAGES } from './language/messages.ts';

/** Fills in what an artifact of an earlier release lacks, so that a version answers as long as it is assigned. */
export function completeAssistant(assistant: CompiledAssistant): CompiledAssistant {
  const own: Partial<CompiledAssistant> = assistant;
  const fallback = own.messages ?? {};
  const added = (['help', 'nothing_to_repeat', 'resumed'] satisfies MessageName[]).map((name) => {
    const texts = Object.entries(BUILT_IN_MESSAGES).map(([language, messages]) => [
      language,
      { speak: [messages[name]], show: [], personalities: {} },
    ]);
    return [name, Object.fromEntries(texts)];
  });
  return {
    ...assistant,
    ownReplies: own.ownReplies ?? {},
    logQueries: own.logQueries ?? false,
    messages: { ...Object.fromEntries(added), ...fallback },
    competencies: mapValues(assistant.competencies, competencyOf),
    states: mapValues(assistant.states, stateOf),
  };
}

const competencyOf = (competency: CompiledCompetency): CompiledCompetency => ({
  ...{ interrupts: 'return', help: null },
  ...competency,
  slots: competency.slots.map(slotOf),
});

const slotOf = (slot: CompiledSlot): CompiledSlot => ({
  ...{ multiple: false, onRetriesExhausted: null, keep: 'competency' },
  ...slot,
  validate: slot.validate && { ...{ pattern: null, minLength: null, maxLength: null }, ...slot.validate },
});

const stateOf = (state: CompiledState): CompiledState => ({
  ...{ from: 'any' },
  ...state,
  transitions: state.transitions.map(
    (transition): CompiledTransition => ({ ...{ slot: null, clear: [] }, ...transition }),
  ),
});

const mapValues = <Value>(values: Record<string, Value>, of: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]));
