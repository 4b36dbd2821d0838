import { hasValues } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import type { Utterance } from '../values/recognizer.ts';
import type { ReadActs } from './acts-in-place.ts';
import { CERTAINTY } from './certainty.ts';
import { toldByValues } from './told-by-values.ts';
import type { View } from './view.ts';

export type Classify = (text: string) => Classification;

/** Classifies a part of a query in its place in the conversation. */
export function labelsOf(
  loaded: LoadedAssistant,
  view: View,
  utterance: Utterance,
  text: string,
  inPlace: ReadActs,
): Classification {
  const heard = withoutTalk(loaded, view, text, listened(loaded, view, text), inPlace);
  return toldByValues(loaded, utterance, text, heard);
}

/**
 * Drops the likeliest label if it stands for an act such as goodbye or thanks but the text does not perform the act.
 * Such a label has few utterances, so an unrelated text such as "off we go" may resemble it.
 */
function withoutTalk(
  { utterances }: LoadedAssistant,
  { assistant, awaited, language }: View,
  text: string,
  result: Classification,
  inPlace: ReadActs,
): Classification {
  const label = result.ranked[0]?.label;
  if (label === undefined || result.outcome === 'out_of_scope') return result;
  const index = utterances.get(language);
  const act = index?.actOf(label) ?? null;
  if (index === undefined || act === null || index.labelOf(text) === label) return result;
  // Without an open question, only a bare yes can be mistaken for a label with few utterances.
  if (awaited.kind === 'nothing' && inPlace(text).likelihood.affirm < CERTAINTY.sure) return result;
  // "Help" as the answer to a list question asks for the list.
  const asksForList = act === 'help' && awaited.kind === 'value' && hasValues(assistant, awaited.slot.entity);
  if (!asksForList && inPlace(text).likelihood[act] >= CERTAINTY.slight) return result;
  return { ...result, ranked: result.ranked.slice(1), outcome: 'out_of_scope' };
}

/** Classifies a text among the labels that the view allows. */
function listened(loaded: LoadedAssistant, { language, frame }: View, text: string): Classification {
  const classifier = loaded.classifiers.get(language);
  if (classifier === undefined) return { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
  const result = classifier.classify(text);
  const ranked = result.ranked.filter(({ label }) => {
    const state = loaded.states.get(label);
    return state !== undefined && (state.from === 'any' || frame === null);
  });
  const isHeard = (label: RankedLabel) => ranked.includes(label);
  if (result.outcome !== 'ambiguous')
    return {
      ...result,
      ranked,
      outcome: result.ranked.slice(0, 1).some(isHeard) ? result.outcome : 'out_of_scope',
    };
  // Of two ambiguous labels, only those that the view allows remain.
  const left = result.ranked.slice(0, 2).filter(isHeard).length;
  return { ...result, ranked, outcome: left === 2 ? 'ambiguous' : left === 1 ? 'matched' : 'out_of_scope' };
}
