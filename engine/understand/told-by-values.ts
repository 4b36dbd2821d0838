import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import { traitsOf } from '../built-in-entities.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { Language } from '../language/language.ts';
import type { LoadedAssistant } from '../load.ts';
import { longestApart, overlap, type Stretch } from '../text/stretch.ts';
import { type Candidate, type Utterance, withText } from '../values/recognizer.ts';
import { type SegmentOptions, without } from './segments.ts';
import { sharesStem, valueNamesOf } from './values/named-slots.ts';
import { competencyOf, type View } from './view.ts';

/** The second of two labels is nearly as likely as the first. */
const LEAST_SECOND = 0.02;
/** How much likelier one of them is than the other where the words around their values decide. */
const CLEARLY = 3;

/**
 * A classification between two labels, decided by what else the text says: the label is meant whose competency has
 * slots for more of the words; where both have slots for the same, the one that the words around them speak for: of
 * "check in with an aisle seat", the seat tells nothing. Nothing decides between labels of one competency, which no
 * question could tell apart.
 */
export function toldByValues(
  loaded: LoadedAssistant,
  utterance: Utterance,
  text: string,
  result: Classification,
  classify: (text: string) => Classification,
): Classification {
  const [first, second, ...others] = result.ranked;
  const isAmbiguous = result.outcome === 'ambiguous';
  if (first === undefined || second === undefined || result.outcome === 'out_of_scope') return result;
  if (!isAmbiguous && second.probability < LEAST_SECOND) return result;
  const meaning = (meant: RankedLabel, other: RankedLabel): Classification => ({
    ...result,
    outcome: 'matched',
    ranked: [
      { ...meant, probability: first.probability + second.probability },
      { ...other, probability: 0 },
      ...others,
    ],
  });
  const said = withText(utterance, text);
  const most = toldByMost(loaded, said, result);
  if (most !== result) return most;
  const competency = competencyOf(loaded, first.label);
  const rival = competencyOf(loaded, second.label);
  if (competency === rival) return isAmbiguous ? meaning(first, second) : result;
  const values = valuesFor(competency?.slots ?? [], loaded, said);
  const valuesOfRival = valuesFor(rival?.slots ?? [], loaded, said);
  const words = wordsOf(values, said);
  const wordsOfRival = wordsOf(valuesOfRival, said);
  if (words !== wordsOfRival) {
    const isClose = first.probability < SURE && second.probability >= NEARLY * first.probability;
    if (!isAmbiguous && !isClose) return result;
    if (words < wordsOfRival) return meaning(second, first);
    return isAmbiguous ? meaning(first, second) : result;
  }
  if (words === 0) return result;
  const { ranked } = classify(without(said, [...values, ...valuesOfRival]).text);
  const likely = ({ label }: RankedLabel) => ranked.find((found) => found.label === label)?.probability ?? 0;
  const [likelier, other] = likely(first) >= likely(second) ? [first, second] : [second, first];
  return likely(likelier) >= Math.max(0.5, CLEARLY * likely(other)) ? meaning(likelier, other) : result;
}

/** A second label that is nearly as likely as the first is meant if it has a use for more of the words. */
const NEARLY = 0.5;
/** A label that is likelier than this is meant, however many values another has a use for. */
const SURE = 0.8;
/** One of so many likeliest labels may be meant by the values, if it is for so many more of them. */
const MOST_LABELS = 3;
const MANY_MORE = 2;
/** Where the likeliest is less likely than this, one of more labels may be meant, and one value decides. */
const UNLIKELY = 0.4;
const MOST_OF_UNLIKELY = 5;

/** A classification by the values, where a hardly likely label has a use for far more of them: "cabin, Oban, 3 May, two of us". */
function toldByMost(loaded: LoadedAssistant, said: Utterance, result: Classification): Classification {
  const [first] = result.ranked;
  if (first === undefined || first.probability >= SURE) return result;
  const count = ({ label }: RankedLabel) =>
    usedBy(competencyOf(loaded, label)?.slots ?? [], loaded, said).length;
  const own = count(first);
  const [labels, more] = first.probability < UNLIKELY ? [MOST_OF_UNLIKELY, 1] : [MOST_LABELS, MANY_MORE];
  const meant = result.ranked.slice(1, labels).find((one) => count(one) >= own + more);
  if (meant === undefined) return result;
  const others = result.ranked.filter((one) => one !== meant && one !== first);
  const ranked = [
    { ...meant, probability: first.probability },
    { ...first, probability: meant.probability },
  ];
  return { ...result, outcome: 'matched', ranked: [...ranked, ...others] };
}

/** How many words of a text the slots of a competency have a use for. */
export const wordsFor = (
  competency: CompiledCompetency | undefined,
  loaded: LoadedAssistant,
  said: Utterance,
): number => wordsOf(valuesFor(competency?.slots ?? [], loaded, said), said);

/** How many words of a text belong to values. */
export const wordsOf = (values: readonly Stretch[], { words }: Utterance): number =>
  words.filter((word) => values.some((value) => overlap(value, word))).length;

/** The values of a text that some slots have a use for: of an entity no more than it has slots, unless one takes several. */
export function usedBy(
  slots: readonly CompiledSlot[],
  loaded: LoadedAssistant,
  said: Utterance,
): Candidate[] {
  const byEntity = Map.groupBy(slots, ({ entity }) => entity);
  const all = [...byEntity.values()].flatMap((own) =>
    valuesFor(own, loaded, said).map((candidate) => ({ ...candidate, own })),
  );
  const apart = Map.groupBy(longestApart(all), ({ own }) => own);
  return [...apart].flatMap(([own, values]) =>
    own.some(({ multiple }) => multiple) ? values : values.slice(0, own.length),
  );
}

/** What a text holds for slots, whichever of them takes it. */
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

/** What a clause says of the slots of the competency under way, or of the one that the query wishes for. */
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
  const own = utterance.words.filter((word) => overlap(word, clause));
  const isValue = (word: Stretch) => values.some((value) => overlap(value, word));
  // "A person" beside a wish for seats is who takes one.
  const isCountedAlone = (text: string) =>
    frame === null &&
    people.nouns.has(text) &&
    slots.some(({ entity }) => traitsOf(entity).bareNumber === 'value');
  if (!own.some(isValue))
    return own.every(({ text }) => connecting.has(text) || isCountedAlone(text)) ? 'nothing_else' : 'none';
  // What stands behind a number is what it counts: "four seats".
  const isCounted = (index: number) =>
    values.some(({ end, value }) => typeof value === 'number' && end === own[index - 1]?.end);
  // "Booking AB12CD" calls the code by its name.
  const names = slots
    .filter((slot) => valuesFor([slot], loaded, utterance).some((value) => overlap(value, clause)))
    .flatMap((slot) => valueNamesOf(slot, code, loaded.assistant));
  const isName = (text: string) => names.some((name) => sharesStem(name, text));
  const isOnlyValues = own.every(
    (word, index) =>
      isValue(word) ||
      connecting.has(word.text) ||
      people.nouns.has(word.text) ||
      isCounted(index) ||
      isName(word.text),
  );
  return isOnlyValues ? 'nothing_else' : 'some';
}

/**
 * True of a clause with a value that the competency under way lacks, in a slot that another has too: "I'd like to sit by
 * the window" tells the seat of the check-in. Of what is told twice, the second is for something else: "AB12CD, and
 * change the seat of CD90EF".
 */
export function givesLacking(
  loaded: LoadedAssistant,
  { frame }: View,
  other: CompiledCompetency | undefined,
  clause: Stretch,
  utterance: Utterance,
): boolean {
  const lacking = (frame?.competency.slots ?? []).filter(
    ({ name, entity }) =>
      !Object.hasOwn(frame?.slots ?? {}, name) &&
      other?.slots.some((slot) => slot.name === name && slot.entity === entity),
  );
  const told = lacking
    .map((slot) => valuesFor([slot], loaded, utterance))
    .filter((values) => values.some((value) => overlap(value, clause)));
  return told.length > 0 && told.every((values) => values.every((value) => overlap(value, clause)));
}
