import type { MessageName } from '../assistant.ts';
import {
  type CompiledCompetency,
  type CompiledRichAnswer,
  type CompiledState,
  type CompiledText,
  entityNamed,
  ROOT,
} from '../assistant.ts';
import { tokensRun } from '../classify/encoder/encoder.ts';
import { asksForDeed, isDeed, yesTransition } from '../deeds.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { MOST_REPAIRS } from '../text/typos/repair.ts';
import { MOST_UNITS, Work } from '../text/work.ts';
import { mistypedTimes } from '../understand/values/mistyped.ts';
import { awaitsReply, competencyOf, type Frame, type View } from '../understand/view.ts';
import { asMeant, type Meaning, type Utterance } from '../values/recognizer.ts';
import { wordsIn } from '../values/words-in.ts';
import { type Explanation, noExplanation } from './explanation.ts';
import { richAnswerOf } from './rich-answer.ts';
import { type Speaker, type Speech, sentencesOf, speechOf } from './speech.ts';
import { spokenByEntity } from './spoken-values.ts';
import type { DeedFrame, DialogState, StoredFrame } from './state.ts';
import type { TurnInput } from './turn-input.ts';

/** A turn's input, which does not change, and the notes taken during the turn. */
export interface TurnContext {
  loaded: LoadedAssistant;
  input: TurnInput;
  utterance: Utterance;
  /** The conversation as it stood before the query. */
  before: DialogState;
  explanation: Explanation;
  /** The states for which business logic was called, in order. */
  consulted: string[];
  /** True once a state that hands over to people has spoken. */
  handsOff: boolean;
  /** The deeds with unknown outcome, as the turn updates them. */
  unknown: DeedFrame[];
  /** The deeds of this turn that business logic has answered. */
  answered: DeedFrame[];
}

export function beginTurn(
  loaded: LoadedAssistant,
  stored: DialogState,
  input: TurnInput,
  mostUnits: number = MOST_UNITS,
): TurnContext {
  // A state that this version lacks cannot be continued.
  const frames = stored.frames.filter(({ state }) => placeOf(loaded, state) !== null);
  const { query, language } = input;
  const read = loaded.classifiers.get(language)?.read;
  const work = new Work(mostUnits, tokensRun);
  const words = wordsIn(query, language);
  const looks = { left: MOST_REPAIRS };
  const meant =
    read === undefined
      ? undefined
      : mistypedTimes(words, languageOf(language), (text) => read(text, { looks }).text);
  return {
    loaded,
    input,
    utterance: {
      text: query,
      words: asMeant(words, meant),
      language,
      work,
      ...(meant && { meant }),
      there: frames.length > 0 ? new Map() : spokenOf(loaded, stored.finished?.frame),
      spoken: spokenByEntity(stored.values ?? []),
      clock: { now: input.now, offsetMinutes: input.timeOffset ?? 0 },
    },
    before: { ...stored, frames },
    explanation: noExplanation(),
    consulted: [],
    handsOff: false,
    unknown: (stored.unknown ?? []).filter(({ state }) => placeOf(loaded, state) !== null),
    answered: [],
  };
}

/** The list values of the finished competency, by entity. Only entities with exactly one value are included. */
function spokenOf(loaded: LoadedAssistant, finished: StoredFrame | undefined): Map<string, Meaning> {
  const spoken = new Map<string, Meaning>();
  if (finished === undefined) return spoken;
  const held = placeOf(loaded, finished.state)?.competency.slots ?? [];
  for (const { entity } of held) {
    const list = entityNamed(loaded.assistant, entity);
    const values = held
      .filter((slot) => slot.entity === entity && Object.hasOwn(finished.slots, slot.name))
      .flatMap(({ name }) => finished.slots[name] ?? []);
    const [only, ...more] = values;
    if (list === undefined || list.pattern !== undefined || only === undefined || more.length > 0) continue;
    if (typeof only.value === 'string' && only.more === undefined)
      spoken.set(entity, { value: only.value, details: only.details });
  }
  return spoken;
}

/** A state and its competency; null if the version has no such state. */
export function placeOf(
  { states, competencies }: LoadedAssistant,
  name: string,
): { state: CompiledState; competency: CompiledCompetency } | null {
  const state = name === ROOT ? undefined : states.get(name);
  const competency = state && competencies.get(state.competency);
  return state === undefined || competency === undefined ? null : { state, competency };
}

/** The query's place in the conversation. */
export function viewOf({ loaded, before, input }: TurnContext): View {
  const { frames, finished, choice } = before;
  const frameOf = (stored: StoredFrame | undefined): Frame | null => {
    const place = stored && placeOf(loaded, stored.state);
    return stored === undefined || place === null || place === undefined
      ? null
      : { ...place, label: stored.intent, slots: stored.slots };
  };
  const top = frames.at(-1);
  const frame = frameOf(top);
  return {
    assistant: loaded.assistant,
    language: input.language,
    awaited: awaitedIn(loaded, frame, top, choice),
    frame,
    finished: frame === null ? frameOf(finished?.frame) : null,
    prompt: top?.prompt?.speak ?? '',
    hasTold: before.hasTold,
    asksWhatChanges: before.asksWhatChanges === true,
    hasDone: before.done !== undefined,
  };
}

function awaitedIn(
  loaded: LoadedAssistant,
  frame: Frame | null,
  stored: StoredFrame | undefined,
  choice: DialogState['choice'],
): View['awaited'] {
  if (choice !== null) return { kind: 'choice', ...choice };
  if (frame === null || stored === undefined) return { kind: 'nothing' };
  const slot = frame.competency.slots.find(({ name }) => name === stored.asked);
  if (slot !== undefined)
    return { kind: 'value', slot, isAskedAgain: Object.hasOwn(stored.misses, slot.name) };
  if (stored.confirms !== undefined)
    return {
      kind: 'yes_no',
      isDeed: isDeed(loaded.assistant, stored.confirms),
      saysBack: Object.keys(frame.slots).length > 0,
    };
  if (!awaitsReply(frame.state)) return { kind: 'nothing' };
  const offered = placeOf(loaded, yesTransition(frame.state)?.to[0] ?? ROOT);
  return {
    kind: 'yes_no',
    isDeed: asksForDeed(loaded.assistant, frame.state),
    saysBack: Object.keys(frame.slots).length > 0,
    ...(offered !== null && offered.competency !== frame.competency && { offered: offered.state }),
  };
}

const speakerOf = ({ loaded, input }: TurnContext): Speaker => ({
  assistant: loaded.assistant,
  language: input.language,
  device: input.device,
  qid: input.qid,
});

export const say = (turn: TurnContext, text: CompiledText, data: Record<string, unknown>): Speech =>
  speechOf(text, data, speakerOf(turn));

/** Says a text without the sentences whose values are missing; see {@link sentencesOf}. */
export const saySentences = (
  turn: TurnContext,
  text: CompiledText,
  data: Record<string, unknown>,
  mayLack: ReadonlySet<string>,
): ReturnType<typeof sentencesOf> => sentencesOf(text, data, speakerOf(turn), mayLack);

/** Says a slot's question or a state's text, with its rich answer. */
export function sayOf(
  turn: TurnContext,
  { text, rich }: { text: CompiledText; rich: CompiledRichAnswer | undefined },
  data: Record<string, unknown>,
): Speech {
  const speech = say(turn, text, data);
  if (rich === undefined) return speech;
  const { assistant } = turn.loaded;
  const shown = richAnswerOf(rich, {
    data,
    language: turn.input.language,
    defaultLanguage: assistant.languages.default,
    currency: assistant.currency,
  });
  return Object.keys(shown).length === 0 ? speech : { ...speech, rich: shown };
}

export const sayMessage = (
  turn: TurnContext,
  name: MessageName,
  data: Record<string, unknown> = {},
): Speech => say(turn, turn.loaded.assistant.messages[name], data);

/** The title of a state's competency in the query's language. */
export function titleOf({ loaded, input }: TurnContext, label: string): string {
  const competency = competencyOf(loaded, label);
  if (competency === undefined) return label.replaceAll('_', ' ');
  const { titles } = competency;
  return (
    titles[input.language] ??
    titles[loaded.assistant.languages.default] ??
    competency.name.replaceAll('_', ' ')
  );
}
