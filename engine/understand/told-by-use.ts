import type { CompiledCompetency } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import type { Utterance } from '../values/recognizer.ts';
import { usedBy, valuesFor, wordsOf } from './told-by-values.ts';
import { competencyOf, isCode } from './view.ts';

/** How likely a label is that the values alone tell, and one that a code tells. */
const TOLD_BY_VALUES = 0.6;
const TOLD_BY_CODE = 0.75;
/** A label that is likelier than this is meant, whatever code it has no use for. */
const SURE = 0.8;
/** What is mostly values has at least so many, and they are at least so much of its words. */
const LEAST_VALUES = 2;
const LEAST_SHARE = 0.5;
/** A label whose competency takes a code that is said must be this likely, and so many times likelier than the next. */
const LEAST_BESIDE_CODE = 0.05;
const CLEARLY = 2;

/**
 * A classification of a text that begins something, as its values tell it where the words tell too little: whoever
 * says a booking code means what it is for, and "Rome Athens 3 October, 2 adults", which is like no utterance, is for
 * the competency that takes the most of it.
 */
export function toldByUse(loaded: LoadedAssistant, said: Utterance, result: Classification): Classification {
  const owner = byCode(loaded, said, result);
  const meant = owner ?? (result.outcome === 'out_of_scope' ? byMostValues(loaded, said, result) : undefined);
  if (meant === undefined) return result;
  const told = owner === undefined ? TOLD_BY_VALUES : TOLD_BY_CODE;
  const others = result.ranked.filter((one) => one !== meant);
  return {
    outcome: 'matched',
    outOfScope: Math.min(result.outOfScope, 1 - told),
    ranked: [{ ...meant, probability: Math.max(told, meant.probability) }, ...others],
  };
}

/** The likeliest label whose competency takes a code that is said, where another is not surely meant. */
function byCode(
  loaded: LoadedAssistant,
  said: Utterance,
  { ranked }: Classification,
): RankedLabel | undefined {
  const all = onePerCompetency(loaded, ranked);
  const [first] = all;
  if (first === undefined || first.label.probability >= SURE) return undefined;
  const codesOf = ({ slots }: CompiledCompetency) => slots.filter((slot) => isCode(loaded.assistant, slot));
  const [best, next] = all.filter(
    ({ competency }) => valuesFor(codesOf(competency), loaded, said).length > 0,
  );
  if (best === undefined) return undefined;
  const { probability } = best.label;
  const isClear = probability >= CLEARLY * (next?.label.probability ?? 0);
  return probability >= LEAST_BESIDE_CODE && isClear ? best.label : undefined;
}

/** The one label whose competency takes more of the values than that of any other, where they are most of the text. */
function byMostValues(
  loaded: LoadedAssistant,
  said: Utterance,
  { ranked }: Classification,
): RankedLabel | undefined {
  const counted = onePerCompetency(loaded, ranked).map(({ label, competency }) => {
    const values = usedBy(competency.slots, loaded, said);
    return { label, values };
  });
  const most = Math.max(0, ...counted.map(({ values }) => values.length));
  const [best, ...others] = counted.filter(({ values }) => values.length === most);
  if (best === undefined || others.length > 0 || most < LEAST_VALUES) return undefined;
  return wordsOf(best.values, said) >= LEAST_SHARE * said.words.length ? best.label : undefined;
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
