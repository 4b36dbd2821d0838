import { areClose } from '../../classify/decision.ts';
import { isDeed } from '../../deeds.ts';
import { phraseAt } from '../../text/phrases.ts';
import { type Stretch, union } from '../../text/stretch.ts';
import { endsAsQuestion } from '../../text/words.ts';
import { CERTAINTY } from '../certainty.ts';
import { leadingWords } from '../leading-words.ts';
import type { Reading } from '../reading.ts';
import { isBareAnswer } from '../values/bare.ts';
import type { Frame, View } from '../view.ts';
import type { Producer } from './producer.ts';

/** Proposes a follow-up to the last competency if the query has values for it. */
export const followUpProducer: Producer = (reading) => {
  const { view, follow, utterance } = reading;
  if (view.finished === null || follow === null) return [];
  const { label, state } = view.finished;
  const again = asksForSameAgain(reading);
  const on = [...follow.values.map(({ candidate }) => candidate), ...(again === null ? [] : [again])];
  if (on.length === 0) return [];
  const lead = phraseAt(utterance.words, 0, reading.language.sentences.followUps);
  const isEllipsis = again !== null || isElliptic(reading);
  // Users continue a competency that they abandoned by asking about another value.
  const isLeft = isAbandoned(view.finished, view);
  const asksOn = lead > 1 || (lead > 0 && endsAsQuestion(utterance.text));
  if (isLeft && !(asksOn && isEllipsis)) return [];
  const byLead = lead > 0 ? CERTAINTY.certain : CERTAINTY.sure;
  const isOther = !isEllipsis && wishesForAnother(view.finished, reading);
  return [
    {
      command: {
        do: 'start',
        label: label ?? state.name,
        probability: null,
        query: utterance.text,
        follows: true,
      },
      on: union(on),
      score: isOther ? CERTAINTY.doubt : isLeft ? CERTAINTY.likely : isEllipsis ? 1 : byLead,
      by: 'follow-up',
    },
  ];
};

/**
 * True if the user abandoned a competency: it ended in a non-terminal state, or in a label or deed state without a
 * required slot.
 */
function isAbandoned({ state, competency, slots }: Frame, { assistant }: View): boolean {
  const isDone = state.isLabel || isDeed(assistant, state.name);
  const isLacking = competency.slots.some(({ name, required }) => required && !Object.hasOwn(slots, name));
  return !state.terminal || (isDone && isLacking);
}

/** The phrase that asks to repeat the last action, such as "the same again"; null if there is none. */
function asksForSameAgain({
  utterance: { words },
  language,
}: Pick<Reading, 'utterance' | 'language'>): Stretch | null {
  for (const [at, { start }] of words.entries()) {
    const last = words[at + phraseAt(words, at, language.sentences.again) - 1];
    if (last !== undefined && last.end > start) return { start, end: last.end };
  }
  return null;
}

/** True if a query has only values and words that lead to them: "and the passport?" */
function isElliptic({ follow, utterance: { words }, language }: Reading): boolean {
  const values = (follow?.values ?? []).map(({ candidate }) => candidate);
  const { also, alsoBehind } = language.change;
  const besideValues = words
    .slice(leadingWords(words, language))
    .filter(({ text }) => !also.includes(text) && !alsoBehind.includes(text));
  return isBareAnswer(besideValues, values, language.code);
}

/** True if a query is much likelier to request another competency. */
function wishesForAnother(
  { competency }: Frame,
  { view: { assistant }, acts: { likelihood }, whole: { ranked } }: Reading,
): boolean {
  const [first] = ranked;
  if (first === undefined) return false;
  const isWish = likelihood.wish >= CERTAINTY.likely && first.probability >= CERTAINTY.doubt;
  if (!isWish && !(likelihood.ask >= CERTAINTY.likely && first.probability >= CERTAINTY.certain))
    return false;
  const likeliest = ranked.find(({ label }) => assistant.states[label]?.competency === competency.name);
  return !areClose(first.probability, likeliest?.probability ?? 0);
}
