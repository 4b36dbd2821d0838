import {
  type CompiledCompetency,
  type CompiledState,
  type CompiledText,
  type MessageName,
  ROOT,
} from '../assistant.ts';
import type { Classification } from '../classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import { type FoundSlot, findSlots } from '../slots/find.ts';
import type { Utterance } from '../slots/recognizer.ts';
import type { Explanation, TurnInput } from '../turn.ts';
import { wordsOf } from '../words.ts';
import { type Speaker, type Speech, speechOf } from './speech.ts';
import { backToRoot, type DialogState } from './state.ts';

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
    before: current === null && stored.state !== ROOT ? backToRoot(stored) : stored,
    current,
    explanation: {
      ranked: [],
      outOfScope: null,
      outcome: null,
      decision: 'out_of_scope',
      transitions: [],
      asked: null,
      businessLogic: null,
      findings: [],
    },
  };
}

/** Ranks the labels for the query, and notes it for the explanation. */
export function classify(turn: Turn): Classification {
  const classifier = turn.loaded.classifiers.get(turn.input.language);
  const nothing: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
  const result = classifier === undefined ? nothing : classifier.classify(turn.input.query);
  const known = result.ranked.filter(({ label }) => turn.loaded.states.has(label));
  const classification =
    known.length === 0
      ? { ...result, ranked: known, outcome: nothing.outcome }
      : { ...result, ranked: known };
  turn.explanation.ranked = classification.ranked.slice(0, 5);
  turn.explanation.outOfScope = classification.outOfScope;
  turn.explanation.outcome = classification.outcome;
  return classification;
}

/** The values that a text gives to a competency's slots. */
export function slotsIn(
  turn: Turn,
  competency: CompiledCompetency,
  utterance: Utterance,
  { asked, filled }: { asked: string | null; filled: ReadonlySet<string> },
): FoundSlot[] {
  const recognizerOf = (entity: string) => turn.loaded.recognizerOf(entity, turn.input.language);
  return findSlots(competency.slots, utterance, { asked, filled, recognizerOf });
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
