import type { CompiledCompetency } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import type { Utterance } from '../values/recognizer.ts';
import { usedBy, valuesFor, wordsOf } from './told-by-values.ts';
import { competencyOf, isCode } from './view.ts';

/** The probability of a label that the values alone tell, and of one that a code tells. */
const TOLD_BY_VALUES = 0.6;
const TOLD_BY_CODE = 0.75;
/** A label that is likelier than this is meant, even if it takes no code. */
const SURE = 0.8;
/** A text is mostly values if it has so many, and they are this share of its words. */
const LEAST_VALUES = 2;
const LEAST_SHARE = 0.5;
/** A label that a code tells must be this likely, and so many times likelier than the next. */
const LEAST_BESIDE_CODE = 0.05;
const CLEARLY = 2;

/**
 * Classifies a text that begins something by its values, if its words tell too little: a booking code is for the
 * competency that takes it, and "Rome Athens 3 October, 2 adults", which is like no utterance, for the competency that
 * takes most of it.
 */
export function toldByUse(
  loaded: LoadedAssistant,
  utterance: Utterance,
  result: Classification,
): Classification {
  const owner = byCode(loaded, utterance, result);
  const label =
    owner ?? (result.outcome === 'out_of_scope' ? byMostValues(loaded, utterance, result) : undefined);
  if (label === undefined) return result;
  const certainty = owner === undefined ? TOLD_BY_VALUES : TOLD_BY_CODE;
  const otherLabels = result.ranked.filter((ranked) => ranked !== label);
  return {
    outcome: 'matched',
    outOfScope: Math.min(result.outOfScope, 1 - certainty),
    ranked: [{ ...label, probability: Math.max(certainty, label.probability) }, ...otherLabels],
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
  if (first === undefined || first.label.probability >= SURE) return undefined;
  const codesOf = ({ slots }: CompiledCompetency) => slots.filter((slot) => isCode(loaded.assistant, slot));
  const [best, next] = all.filter(
    ({ competency }) => valuesFor(codesOf(competency), loaded, utterance).length > 0,
  );
  if (best === undefined) return undefined;
  const { probability } = best.label;
  const isClear = probability >= CLEARLY * (next?.label.probability ?? 0);
  return probability >= LEAST_BESIDE_CODE && isClear ? best.label : undefined;
}

/** The label whose competency takes more of the values than any other, if they are most of the text. */
function byMostValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  { ranked }: Classification,
): RankedLabel | undefined {
  const counted = onePerCompetency(loaded, ranked).map(({ label, competency }) => {
    const values = usedBy(competency.slots, loaded, utterance);
    return { label, values };
  });
  const most = Math.max(0, ...counted.map(({ values }) => values.length));
  const [best, ...more] = counted.filter(({ values }) => values.length === most);
  if (best === undefined || more.length > 0 || most < LEAST_VALUES) return undefined;
  return wordsOf(best.values, utterance) >= LEAST_SHARE * utterance.words.length ? best.label : undefined;
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
