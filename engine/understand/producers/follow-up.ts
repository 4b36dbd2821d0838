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

/** Proposes a follow-up to the last competency if the query has values for it, or asks for the same again. */
export const followUpProducer: Producer = (reading) => {
  const { view, follow, utterance, language } = reading;
  if (view.finished === null || follow === null) return [];
  const { label, state } = view.finished;
  const again = asksForSameAgain(reading);
  const values = follow.values.map(({ candidate }) => candidate);
  if (values.length === 0 && again.length === 0) return [];
  const lead = leadingWords(utterance.words, language);
  // Only values, and words that lead to them: "and the passport?"
  const isElliptic = again.length > 0 || isBareAnswer(utterance.words.slice(lead), values, language.code);
  const asksOn = lead > 1 || (lead > 0 && endsAsQuestion(utterance.text));
  // Users continue a competency that they abandoned by asking about another value.
  if (isAbandoned(view.finished, view) && !(isElliptic && asksOn)) return [];
  const isLed = phraseAt(utterance.words, 0, language.sentences.followUps) > 0;
  const byLead = isLed ? CERTAINTY.certain : CERTAINTY.sure;
  // The tagger looks for texts in every query, so a text alone does not make one elliptic.
  const isText =
    follow.values.length > 0 && follow.values.every(({ candidate }) => candidate.quality === 'learned');
  const isOther = (isText || !isElliptic) && wishesForAnother(view.finished, isLed, reading);
  return [
    {
      command: {
        do: 'start',
        label: label ?? state.name,
        probability: null,
        query: utterance.text,
        follows: true,
      },
      on: union([...values, ...again]),
      score: isOther ? CERTAINTY.doubt : isElliptic ? 1 : byLead,
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

/** The phrase that asks to repeat the last action, such as "the same again"; empty if there is none. */
function asksForSameAgain({ utterance: { words }, language }: Reading): readonly Stretch[] {
  for (const at of words.keys()) {
    const length = phraseAt(words, at, language.sentences.again);
    if (length > 0) return words.slice(at, at + length);
  }
  return [];
}

/** True if a query is much likelier to request another competency. After “and”, a question is about the last one. */
function wishesForAnother(
  { competency }: Frame,
  isLed: boolean,
  { view: { assistant }, acts: { likelihood }, whole: { ranked } }: Reading,
): boolean {
  const likeliest = ranked.find(({ label }) => assistant.states[label]?.competency === competency.name);
  const { wish, cancel, ask, change } = likelihood;
  const best = ranked[0]?.probability ?? 0;
  const wishes = Math.max(wish, cancel, isLed ? 0 : ask) >= CERTAINTY.likely;
  // A change that a sure label asks for is a wish, too.
  const isWish = wishes || (best >= CERTAINTY.sure && Math.max(wish, change) >= CERTAINTY.doubt);
  return isWish && !areClose(best, likeliest?.probability ?? 0);
}
