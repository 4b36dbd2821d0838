import type { CompiledCompetency } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import { hasPhrase } from '../text/phrases.ts';
import type { Stretch } from '../text/stretch.ts';
import type { Command } from '../understand/commands.ts';
import { pointsBack, slotsPointedAt } from '../understand/pointing.ts';
import { QUALITY } from '../understand/producers/values.ts';
import { readValues } from '../understand/values/read-values.ts';
import { unknownValues } from '../understand/values/unknown-values.ts';
import type { ReadValue, ValueReading } from '../understand/values/value-draft.ts';
import { type Utterance, withText } from '../values/recognizer.ts';
import { explained } from './explanation.ts';
import type { GivenValue } from './fill.ts';
import { carried, takenOver } from './kept-slots.ts';
import type { StoredFrame } from './state.ts';
import { placeOf, type TurnContext } from './turn-context.ts';
import type { Visit } from './visit.ts';

/** A request's words: the whole query, a part of it, or an earlier query. */
const saidIn = ({ utterance }: TurnContext, query: string): Utterance => withText(utterance, query);

/**
 * The values that a request's words give to its competency's slots, and the slots that they leave empty.
 * @param held the competency's existing values
 */
export function readWish(
  turn: TurnContext,
  { competency }: { competency: CompiledCompetency },
  query: string,
  held: Visit['slots'] = {},
): ValueReading {
  const { loaded } = turn;
  const frame = { competency, slots: held };
  return readValues(loaded, frame, saidIn(turn, query), { asked: null, wishes: true });
}

/** The values that a request's words give to its competency's slots. */
export const valuesOfWish = (...wish: Parameters<typeof readWish>): ReadValue[] => readWish(...wish).values;

/**
 * Records what a request gives to slots in the explanation, unless its words come from an earlier query.
 * @param declined the slots that it says to leave empty
 */
export function explainValues(
  { explanation, utterance }: TurnContext,
  query: string,
  given: readonly ReadValue[],
  declined: ValueReading['cleared'] = [],
): void {
  const offset = utterance.text.indexOf(query);
  if (offset < 0) return;
  const explain = (command: Command, { start, end }: Stretch, score: number) => {
    const on = { start: offset + start, end: offset + end };
    explanation.proposals.push(explained({ command, on, score, by: 'values', became: 'applied' }));
  };
  for (const { slot, candidate, raw, way } of given)
    explain({ do: 'set', slot, candidate, raw, way }, candidate, QUALITY[candidate.quality]);
  for (const { slot, on } of declined) explain({ do: 'clear', slot, isDeclined: true }, on, QUALITY.exact);
}

/** The values in a request that the slots' lists lack. */
export function unknownInWish(
  turn: TurnContext,
  competency: CompiledCompetency,
  query: string,
  given: readonly GivenValue[],
): ReturnType<typeof unknownValues> {
  const { loaded, input } = turn;
  const knows = (word: string) => loaded.utterances.get(input.language)?.knows(word) ?? true;
  const taken = given.map(({ candidate }) => candidate);
  const language = languageOf(input.language);
  return unknownValues(loaded.assistant, competency, saidIn(turn, query), language, taken, knows);
}

/** True if the query replaces one request by another: "then I'd rather cancel it". */
const isInstead = ({ utterance: { words, language } }: TurnContext): boolean =>
  hasPhrase(words, languageOf(language).change.instead);

/**
 * The slots that a request takes over from another competency: in "no, move it to Friday instead", the booking's slots.
 * @param stored the current competency, or the one just finished
 * @param isRefused true if the user also said no to that competency
 */
export function takenOverBy(
  turn: TurnContext,
  { competency, label, query }: { competency: CompiledCompetency; label: string; query: string },
  stored: StoredFrame,
  isRefused: boolean,
): Visit['slots'] {
  const from = placeOf(turn.loaded, stored.state)?.competency;
  // A repeated request starts from the beginning.
  if (from === undefined || stored.intent === label) return {};
  if (isRefused) return carried(stored.slots, from, competency);
  const utterance = saidIn(turn, query);
  if (pointsBack(utterance) || isInstead(turn))
    return takenOver(stored.slots, from, competency, utterance.clock);
  if (from === competency) return {};
  const slots = slotsPointedAt(competency, utterance, turn.loaded);
  return carried(stored.slots, from, { ...competency, slots });
}
