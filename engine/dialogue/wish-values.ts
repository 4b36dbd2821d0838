import type { CompiledCompetency } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import { phraseAt } from '../text/phrases.ts';
import { pointsBack, slotsPointedAt } from '../understand/pointing.ts';
import { QUALITY } from '../understand/producers/values.ts';
import { readValues } from '../understand/values/read-values.ts';
import { unknownValues } from '../understand/values/unknown-values.ts';
import type { ReadValue, ValueReading } from '../understand/values/value-draft.ts';
import { type Utterance, withText } from '../values/recognizer.ts';
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

/** Records a request's values in the explanation, unless its words come from an earlier query. */
export function explainValues(
  { explanation, utterance }: TurnContext,
  query: string,
  given: readonly ReadValue[],
): void {
  const offset = utterance.text.indexOf(query);
  if (offset < 0) return;
  for (const { slot, way, candidate } of given)
    explanation.proposals.push({
      command: 'set',
      slot,
      way,
      how: candidate.quality,
      start: offset + candidate.start,
      end: offset + candidate.end,
      score: QUALITY[candidate.quality],
      by: 'values',
      became: 'applied',
    });
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
  words.some((_, at) => phraseAt(words, at, languageOf(language).change.instead) > 0);

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
