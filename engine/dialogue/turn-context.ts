import {
  type CompiledCompetency,
  type CompiledState,
  type CompiledText,
  type MessageName,
  ROOT,
} from '../assistant.ts';
import type { Classification } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import { wordsOf } from '../text/words.ts';
import { isText, type SlotsOptions, slotsOf, valuesOf } from '../understand/slots-of.ts';
import type { Utterance } from '../values/recognizer.ts';
import { type Corrected, correctedSlots } from './corrections.ts';
import { type Speaker, type Speech, speechOf } from './speech.ts';
import { backToRoot, type DialogState, initialState } from './state.ts';
import type { Explanation, TurnInput } from './turn.ts';

/** What stands still while one query is answered, and the notes that are taken on the way. */
export interface Turn {
  loaded: LoadedAssistant;
  input: TurnInput;
  utterance: Utterance;
  /** The conversation as it stood before the query. */
  before: DialogState;
  /** The current state and its competency; null at root. */
  current: { state: CompiledState; competency: CompiledCompetency } | null;
  explanation: Explanation;
}

export function beginTurn(loaded: LoadedAssistant, stored: DialogState, input: TurnInput): Turn {
  const state = stored.state === ROOT ? undefined : loaded.states.get(stored.state);
  const competency = state && loaded.competencies.get(state.competency);
  // A session that an earlier release stored lacks what this one has added.
  const known = { ...initialState(), ...stored };
  const current = state !== undefined && competency !== undefined ? { state, competency } : null;
  return {
    loaded,
    input,
    utterance: {
      text: input.query,
      words: wordsOf(input.query),
      language: input.language,
      clock: { now: input.now, offsetMinutes: input.timeOffset ?? 0 },
    },
    // A state that the version does not know cannot be continued.
    before: current === null && stored.state !== ROOT ? backToRoot(known) : known,
    current,
    explanation: {
      ranked: [],
      outOfScope: null,
      outcome: null,
      decision: 'out_of_scope',
      transitions: [],
      declined: [],
      slots: [],
      asked: null,
      businessLogic: null,
      refused: [],
      findings: [],
    },
  };
}

/** Ranks the labels for the query, and notes it for the explanation. */
export function classify(turn: Turn): Classification {
  const classifier = turn.loaded.classifiers.get(turn.input.language);
  const nothing: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
  const result = classifier === undefined ? nothing : classifier.classify(turn.input.query);
  const classification = listenedTo(turn, result);
  turn.explanation.ranked = classification.ranked.slice(0, 5);
  turn.explanation.outOfScope = classification.outOfScope;
  turn.explanation.outcome = classification.outcome;
  return classification;
}

/** A classification among the labels that are listened to in the current state. */
function listenedTo(turn: Turn, result: Classification): Classification {
  const ranked = result.ranked.filter(({ label }) => {
    const state = turn.loaded.states.get(label);
    return state !== undefined && (state.from === 'any' || turn.current === null);
  });
  const [first, second] = result.ranked;
  const keepsFirst = first !== undefined && ranked.includes(first);
  if (result.outcome === 'ambiguous' && (keepsFirst || (second !== undefined && ranked.includes(second)))) {
    const isAlone = !(keepsFirst && second !== undefined && ranked.includes(second));
    return { ...result, ranked, outcome: isAlone ? 'matched' : 'ambiguous' };
  }
  return keepsFirst ? { ...result, ranked } : { ...result, ranked, outcome: 'out_of_scope' };
}

/** The values that a text gives to a competency's slots, over those that they hold, noted for the explanation. */
export function slotsIn(
  turn: Turn,
  competency: CompiledCompetency,
  utterance: Utterance,
  { held, ...rest }: Omit<SlotsOptions, 'filled'> & { held: DialogState['slots'] },
): Corrected {
  const options: SlotsOptions = { ...rest, filled: new Set(Object.keys(held)) };
  const find = (one: Utterance) => slotsOf(turn.loaded, competency, one, options);
  const { slots } = competency;
  const corrected = correctedSlots(utterance, {
    slots,
    textSlots: slots.filter(({ entity }) => isText(turn.loaded.assistant, entity)),
    asked: options.asked,
    held,
    find,
    findAnswer: (one, slot) => {
      const filled = new Set([...options.filled].filter((name) => name !== slot));
      return slotsOf(turn.loaded, competency, one, { asked: slot, filled, takesWhole: true });
    },
    findAll: (one, entity) => {
      const own = slots.filter((slot) => entity === undefined || slot.entity === entity);
      return valuesOf(turn.loaded, own, one, options.filled);
    },
  });
  const { found, isUndecided } = corrected;
  if (isUndecided)
    turn.explanation.findings.push('what the query corrects could be the value of several slots');
  turn.explanation.slots = found.map(({ slot, candidate: { start, end, quality } }) => ({
    slot,
    entity: slots.find(({ name }) => name === slot)?.entity ?? '',
    how: quality,
    start,
    end,
  }));
  return corrected;
}

const speakerOf = ({ loaded, input }: Turn): Speaker => ({
  assistant: loaded.assistant,
  language: input.language,
  device: input.device,
  qid: input.qid,
});

export const say = (turn: Turn, text: CompiledText, data: Record<string, unknown>): Speech =>
  speechOf(text, data, speakerOf(turn));

export const sayMessage = (turn: Turn, name: MessageName, data: Record<string, unknown> = {}): Speech =>
  say(turn, turn.loaded.assistant.messages[name], data);

/** The title of a label's competency in the query's language. */
export function titleOf(turn: Turn, label: string): string {
  const competency = turn.loaded.competencies.get(turn.loaded.states.get(label)?.competency ?? '');
  if (competency === undefined) return label.replaceAll('_', ' ');
  const titles = competency.titles;
  return (
    titles[turn.input.language] ??
    titles[turn.loaded.assistant.languages.default] ??
    competency.name.replaceAll('_', ' ')
  );
}
