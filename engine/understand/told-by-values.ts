import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import type { LoadedAssistant } from '../load.ts';
import { longestApart, overlap, type Stretch } from '../text/stretch.ts';
import { sharesStem } from '../text/word-forms.ts';
import { type Candidate, type Utterance, without, withText } from '../values/recognizer.ts';
import { CERTAINTY } from './certainty.ts';
import type { SegmentOptions } from './segments.ts';
import { valueNamesOf } from './values/named-slots.ts';
import { takesCounts } from './values/people-slots.ts';
import { competencyOf, type View } from './view.ts';

/** By the words around the values, one label must be so many times likelier than the other. */
const CLEARLY = 3;

/**
 * Decides between two labels by the values of the text: the label is meant whose competency has slots for more of the
 * words. If both have slots for as many, the words around the values decide: in "check in with an aisle seat", the seat
 * tells nothing. Of two labels of one competency the first is taken, since no question could tell them apart.
 */
export function toldByValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  text: string,
  result: Classification,
  classify: (text: string) => Classification,
): Classification {
  const [first, second, ...otherLabels] = result.ranked;
  const isAmbiguous = result.outcome === 'ambiguous';
  if (first === undefined || second === undefined || result.outcome === 'out_of_scope') return result;
  if (!isAmbiguous && second.probability < CERTAINTY.trace) return result;
  const meaning = (label: RankedLabel, rivalLabel: RankedLabel): Classification => ({
    ...result,
    outcome: 'matched',
    ranked: [
      { ...label, probability: first.probability + second.probability },
      { ...rivalLabel, probability: 0 },
      ...otherLabels,
    ],
  });
  const utteranceHere = withText(utterance, text);
  const most = toldByMost(loaded, utteranceHere, result);
  if (most !== result) return most;
  const competency = competencyOf(loaded, first.label);
  const rival = competencyOf(loaded, second.label);
  if (competency === rival) return isAmbiguous ? meaning(first, second) : result;
  const values = valuesFor(competency?.slots ?? [], loaded, utteranceHere);
  const valuesOfRival = valuesFor(rival?.slots ?? [], loaded, utteranceHere);
  const words = wordsOf(values, utteranceHere);
  const wordsOfRival = wordsOf(valuesOfRival, utteranceHere);
  if (words !== wordsOfRival) {
    if (!isAmbiguous && first.probability >= CERTAINTY.sure) return result;
    if (words < wordsOfRival) return meaning(second, first);
    return isAmbiguous ? meaning(first, second) : result;
  }
  if (words === 0) return result;
  const { ranked } = classify(without(utteranceHere, [...values, ...valuesOfRival]).text);
  const likely = ({ label }: RankedLabel) =>
    ranked.find((rankedLabel) => rankedLabel.label === label)?.probability ?? 0;
  const [likelier, lessLikely] = likely(first) >= likely(second) ? [first, second] : [second, first];
  return likely(likelier) >= Math.max(0.5, CLEARLY * likely(lessLikely))
    ? meaning(likelier, lessLikely)
    : result;
}

/** One of so many likeliest labels may be meant instead of the first, if it takes so many more values. */
const MOST_LABELS = 3;
const MANY_MORE = 2;

/** Prefers an unlikely label whose competency takes far more of the values: "cabin, Oban, 3 May, two of us". */
function toldByMost(loaded: LoadedAssistant, utterance: Utterance, result: Classification): Classification {
  const [first] = result.ranked;
  if (first === undefined || first.probability >= CERTAINTY.sure) return result;
  const count = ({ label }: RankedLabel) =>
    usedBy(competencyOf(loaded, label)?.slots ?? [], loaded, utterance).length;
  const usedByFirst = count(first);
  const betterUsed = result.ranked
    .slice(1, MOST_LABELS)
    .find((candidate) => count(candidate) >= usedByFirst + MANY_MORE);
  if (betterUsed === undefined) return result;
  const otherLabels = result.ranked.filter((ranked) => ranked !== betterUsed && ranked !== first);
  const ranked = [
    { ...betterUsed, probability: first.probability },
    { ...first, probability: betterUsed.probability },
  ];
  return { ...result, outcome: 'matched', ranked: [...ranked, ...otherLabels] };
}

/** Counts the words of a text that the slots of a competency take. */
export const wordsFor = (
  competency: CompiledCompetency | undefined,
  loaded: LoadedAssistant,
  utterance: Utterance,
): number => wordsOf(valuesFor(competency?.slots ?? [], loaded, utterance), utterance);

/** Counts the words of a text that belong to values. */
const wordsOf = (values: readonly Stretch[], { words }: Utterance): number =>
  words.filter((word) => values.some((value) => overlap(value, word))).length;

/** The values of a text that some slots can take: of an entity no more than it has slots, unless one takes several. */
function usedBy(slots: readonly CompiledSlot[], loaded: LoadedAssistant, utterance: Utterance): Candidate[] {
  const byEntity = Map.groupBy(slots, ({ entity }) => entity);
  const all = [...byEntity.values()].flatMap((entitySlots) =>
    valuesFor(entitySlots, loaded, utterance).map((candidate) => ({ ...candidate, takers: entitySlots })),
  );
  const apart = Map.groupBy(longestApart(all), ({ takers }) => takers);
  return [...apart].flatMap(([takers, values]) =>
    takers.some(({ multiple }) => multiple) ? values : values.slice(0, takers.length),
  );
}

/** All values of a text for some slots, whichever of them takes each. */
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

/** Tells if a clause gives values to the competency under way, or to the one that the query wishes for. */
export function valuesInClause(
  clause: Stretch,
  loaded: LoadedAssistant,
  { frame }: View,
  { ranked }: Classification,
  utterance: Utterance,
  { code, connecting, people }: Language,
): ReturnType<SegmentOptions['valuesIn']> {
  const slots = frame?.competency.slots ?? competencyOf(loaded, ranked[0]?.label ?? '')?.slots ?? [];
  const values = valuesFor(slots, loaded, utterance);
  const clauseWords = utterance.words.filter((word) => overlap(word, clause));
  const isValue = (word: Stretch) => values.some((value) => overlap(value, word));
  // "A person" beside a wish for seats is who takes one.
  const isCountedAlone = (text: string) =>
    frame === null && people.nouns.has(text) && slots.some(takesCounts);
  if (!clauseWords.some(isValue))
    return clauseWords.every(({ text }) => connecting.has(text) || isCountedAlone(text))
      ? 'nothing_else'
      : 'none';
  // "Booking AB12CD" calls the code by its name.
  const names = slots
    .filter((slot) => valuesFor([slot], loaded, utterance).some((value) => overlap(value, clause)))
    .flatMap((slot) => valueNamesOf(slot, code, loaded.assistant));
  const isName = (text: string) => names.some((name) => sharesStem(name, text));
  const isOnlyValues = clauseWords.every(
    (word) => isValue(word) || connecting.has(word.text) || people.nouns.has(word.text) || isName(word.text),
  );
  return isOnlyValues ? 'nothing_else' : 'some';
}
