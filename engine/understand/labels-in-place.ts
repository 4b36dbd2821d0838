import { type CompiledCompetency, type CompiledSlot, hasValues } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import { areClose } from '../classify/decision.ts';
import type { LoadedAssistant } from '../load.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { type Candidate, type Utterance, withText } from '../values/recognizer.ts';
import type { ReadActs } from './acts-in-place.ts';
import { CERTAINTY } from './certainty.ts';
import { competencyOf, type View } from './view.ts';

/** Classifies a part of a query in its place in the conversation. */
export function labelsOf(
  loaded: LoadedAssistant,
  view: View,
  utterance: Utterance,
  text: string,
  inPlace: ReadActs,
): Classification {
  const heard = withoutTalk(loaded, view, text, listened(loaded, view, text), inPlace);
  return weighedByValues(loaded, utterance, text, heard);
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
  const label = result.ranked[0]?.label ?? '';
  const act = utterances.get(language)?.actOf(label) ?? null;
  if (act === null || result.outcome === 'out_of_scope') return result;
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
  // Of two ambiguous labels, only those that the view allows remain.
  const rivals = result.outcome === 'ambiguous' ? 2 : 1;
  const left = result.ranked.slice(0, rivals).filter((label) => ranked.includes(label)).length;
  const outcome = left === 0 ? 'out_of_scope' : left < rivals ? 'matched' : result.outcome;
  return { ...result, ranked, outcome };
}

/**
 * How much likelier a word makes a label whose slots take it. Factors from 2.5 to 4 give the same results in
 * `npm run bench -- talks`.
 */
const FOR_A_WORD = 3;

/** Weights labels by the values of a text. */
function weighedByValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  text: string,
  result: Classification,
): Classification {
  const top = result.ranked.filter(({ probability }) => probability >= CERTAINTY.trace);
  if (top.length < 2 || result.outcome === 'out_of_scope') return result;
  const here = withText(utterance, text);
  const weighed = top
    .map(({ label, probability }) => {
      const words = wordsFor(competencyOf(loaded, label), loaded, here);
      return { label, weight: probability * FOR_A_WORD ** words };
    })
    .sort((a, b) => b.weight - a.weight);
  const [best, next] = weighed;
  if (best === undefined || next === undefined) return result;
  const mass = sum(top.map(({ probability }) => probability)) / sum(weighed.map(({ weight }) => weight));
  return {
    ...result,
    outcome: areClose(best.weight, next.weight) ? result.outcome : 'matched',
    ranked: [
      ...weighed.map(({ label, weight }): RankedLabel => ({ label, probability: weight * mass })),
      ...result.ranked.filter((ranked) => !top.includes(ranked)),
    ],
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Counts the words of a text that a competency's slots take. */
export function wordsFor(
  competency: CompiledCompetency | undefined,
  loaded: LoadedAssistant,
  utterance: Utterance,
): number {
  const values: Stretch[] = valuesFor(competency?.slots ?? [], loaded, utterance);
  return utterance.words.filter((word) => values.some((value) => overlap(value, word))).length;
}

/** All values of a text for the given slots, whichever slot takes each. */
export function valuesFor(
  slots: readonly CompiledSlot[],
  loaded: LoadedAssistant,
  utterance: Utterance,
): Candidate[] {
  return [...new Set(slots.map(({ entity }) => entity))].flatMap((entity) =>
    loaded
      .recognizerOf(
        entity,
        utterance.language,
      )(utterance)
      .filter(({ quality }) => quality !== 'answer'),
  );
}
