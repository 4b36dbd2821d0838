import type { CompiledCompetency } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import type { Utterance } from '../values/recognizer.ts';
import { CERTAINTY } from './certainty.ts';
import { valuesFor } from './told-by-values.ts';
import { competencyOf, isCode } from './view.ts';

const CLEARLY = 2;

/** Classifies a text that begins something by its code, if its words tell too little: a booking code is for who takes it. */
export function toldByUse(
  loaded: LoadedAssistant,
  utterance: Utterance,
  result: Classification,
): Classification {
  const label = byCode(loaded, utterance, result);
  if (label === undefined) return result;
  const otherLabels = result.ranked.filter((ranked) => ranked !== label);
  return {
    outcome: 'matched',
    outOfScope: Math.min(result.outOfScope, 1 - CERTAINTY.sure),
    ranked: [{ ...label, probability: Math.max(CERTAINTY.sure, label.probability) }, ...otherLabels],
  };
}

/** The likeliest label whose competency takes a code of the text, unless another is surely meant. */
function byCode(
  loaded: LoadedAssistant,
  utterance: Utterance,
  { ranked }: Classification,
): RankedLabel | undefined {
  const all = onePerCompetency(loaded, ranked);
  const [first] = all;
  if (first === undefined || first.label.probability >= CERTAINTY.sure) return undefined;
  const codesOf = ({ slots }: CompiledCompetency) => slots.filter((slot) => isCode(loaded.assistant, slot));
  const [best, next] = all.filter(
    ({ competency }) => valuesFor(codesOf(competency), loaded, utterance).length > 0,
  );
  if (best === undefined) return undefined;
  const { probability } = best.label;
  const isClear = probability >= CLEARLY * (next?.label.probability ?? 0);
  return probability >= CERTAINTY.trace && isClear ? best.label : undefined;
}

/** The likeliest label of each competency, the likeliest first. */
function onePerCompetency(
  loaded: LoadedAssistant,
  ranked: readonly RankedLabel[],
): { label: RankedLabel; competency: CompiledCompetency }[] {
  const seen = new Set<CompiledCompetency>();
  return ranked.flatMap((label) => {
    const competency = competencyOf(loaded, label.label);
    if (competency === undefined || seen.has(competency)) return [];
    seen.add(competency);
    return [{ label, competency }];
  });
}
