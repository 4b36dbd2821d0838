import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { Classification } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { type Candidate, type Utterance, withText } from '../values/recognizer.ts';
import { CERTAINTY, CLEARLY } from './certainty.ts';
import { competencyOf } from './view.ts';

/**
 * How much likelier a label becomes with each word that its competency's slots take. Values from 2.5 to 4 give the same
 * results in `npm run bench -- talks`.
 */
const FOR_A_WORD = 3;

/**
 * Weights labels by the text's values: each word that a label's slots take speaks for the label.
 */
export function toldByValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  text: string,
  result: Classification,
): Classification {
  const top = result.ranked.filter(({ probability }) => probability >= CERTAINTY.trace);
  const [first] = top;
  if (first === undefined || top.length < 2 || result.outcome === 'out_of_scope') return result;
  const here = withText(utterance, text);
  const weighed = top
    .map((label) => {
      const words = wordsFor(competencyOf(loaded, label.label), loaded, here);
      return { ...label, weight: label.probability * FOR_A_WORD ** words };
    })
    .sort((a, b) => b.weight - a.weight);
  const [best, next] = weighed;
  if (best === undefined || next === undefined) return result;
  const mass = sum(top.map(({ probability }) => probability)) / sum(weighed.map(({ weight }) => weight));
  const isClear = best.weight >= CLEARLY * next.weight;
  return {
    ...result,
    outcome: isClear ? 'matched' : result.outcome,
    ranked: [
      ...weighed.map(({ label, weight }) => ({ label, probability: weight * mass })),
      ...result.ranked.filter((ranked) => !top.includes(ranked)),
    ],
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Counts the words of a text that a competency's slots take. */
export const wordsFor = (
  competency: CompiledCompetency | undefined,
  loaded: LoadedAssistant,
  utterance: Utterance,
): number => wordsOf(valuesFor(competency?.slots ?? [], loaded, utterance), utterance);

/** Counts the words of a text that belong to values. */
const wordsOf = (values: readonly Stretch[], { words }: Utterance): number =>
  words.filter((word) => values.some((value) => overlap(value, word))).length;

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
