import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { Classification } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { phraseAt } from '../text/phrases.ts';
import { sharesStem } from '../text/word-forms.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import type { Utterance } from '../values/recognizer.ts';
import { valueNamesOf } from './values/named-slots.ts';
import { competencyOf, type View } from './view.ts';

/** True if a text refers to what was spoken of before: "how much is that", "book that for two". */
export function pointsBack({ words, language }: Pick<Utterance, 'words' | 'language'>): boolean {
  const { sentences, connecting, pointingVerbs, pointingOrder } = languageOf(language);
  if (pointingOrder?.test(words.map(({ text }) => text).join(' '))) return true;
  const begins = (at: number) =>
    (words[at]?.start ?? 0) - (words[at - 1]?.end ?? Number.NEGATIVE_INFINITY) > 1;
  return words.some(({ text }, at) => {
    // Orders begin a clause; within one, "escuela" and "regalo" end so too.
    if (begins(at) && pointingVerbs?.test(text)) return true;
    if (phraseAt(words, at, sentences.pointing) > 0) return true;
    const length = phraseAt(words, at, sentences.pointingAtEnd);
    if (length === 0) return false;
    const behind = words.slice(at + length);
    const [next] = behind;
    const clauseEnd = behind.findIndex((_, index) => begins(at + length + index));
    return (
      next === undefined ||
      isPreposition(next.text, language) ||
      behind.slice(0, clauseEnd < 0 ? undefined : clauseEnd).every(({ text }) => connecting.has(text))
    );
  });
}

/** The slots of a competency that words point at by name: "cancel that rental altogether". */
export function slotsPointedAt(
  { slots }: CompiledCompetency,
  { words, language }: Pick<Utterance, 'words' | 'language'>,
  { assistant }: Pick<LoadedAssistant, 'assistant'>,
): CompiledSlot[] {
  const { demonstratives } = languageOf(language).sentences;
  const named = words.flatMap((_, at) => {
    const length = phraseAt(words, at, demonstratives);
    return length === 0 ? [] : (words[at + length]?.text ?? []);
  });
  if (named.length === 0) return [];
  return slots.filter((slot) =>
    valueNamesOf(slot, language, assistant).some((name) => named.some((word) => sharesStem(name, word))),
  );
}

/** The least probability of a label that has a use for what is pointed at, to be meant. */
const LEAST_POINTED = 0.05;
/** The probability that the label gets then. */
const POINTED = 0.8;
/** A label without such a use is meant all the same if it is so many times likelier. */
const FAR_LIKELIER = 3;

/**
 * Classifies a text that points back at the competency just finished. "Book that for two" names nothing to book: it is
 * for a competency that takes the values of the finished one, or shares its name: "stop the one to the gym", of the
 * standing orders that were listed.
 * @param isWish if false, only the likeliest label may be meant, by its name
 */
export function toldByPointing(
  loaded: LoadedAssistant,
  { frame, finished }: View,
  utterance: Utterance,
  result: Classification,
  isWish: boolean,
): Classification {
  if (frame !== null || finished === null || !pointsBack(utterance)) return result;
  const candidates = result.ranked.flatMap((label) => {
    const competency = competencyOf(loaded, label.label);
    return competency === undefined || competency.name === finished.competency.name
      ? []
      : [{ label, competency, isNamesake: isNamesake(competency, finished.competency) }];
  });
  const [likeliest] = candidates;
  const pointed = candidates.find(
    ({ competency: { slots }, isNamesake }) =>
      isNamesake ||
      slots.some((slot) => Object.hasOwn(finished.slots, slot.name) && isAlike(slot, finished.competency)),
  );
  if (pointed === undefined || likeliest === undefined) return result;
  if (!isWish && !(pointed.isNamesake && pointed === likeliest)) return result;
  const { probability } = pointed.label;
  if (probability < LEAST_POINTED || probability >= POINTED) return result;
  if (likeliest.label.probability > FAR_LIKELIER * probability) return result;
  const meant = { ...pointed.label, probability: POINTED };
  return {
    ...result,
    outcome: 'matched',
    ranked: [meant, ...result.ranked.filter((ranked) => ranked !== pointed.label)],
  };
}

/** True if a text refers to what was spoken of, but another competency takes none of the held values: "and mail it". */
export function pointsElsewhere(
  { frame }: View,
  rival: CompiledCompetency | undefined,
  utterance: Pick<Utterance, 'words' | 'language'>,
): boolean {
  if (frame === null || rival === undefined || rival === frame.competency || !pointsBack(utterance))
    return false;
  const held = frame.competency.slots.filter(({ name }) => Object.hasOwn(frame.slots, name));
  return !held.some((slot) => isAlike(slot, rival));
}

/** True if the names of two competencies begin with the same two words: `standing_order_list`, `standing_order_cancel`. */
const isNamesake = ({ name }: CompiledCompetency, competency: CompiledCompetency): boolean => {
  const [first, ...more] = name.split('_');
  const [otherFirst, ...otherMore] = competency.name.split('_');
  return first === otherFirst && more[0] === otherMore[0] && more[0] !== undefined;
};

const isAlike = ({ name, entity }: CompiledSlot, { slots }: CompiledCompetency): boolean =>
  slots.some((slot) => slot.name === name && slot.entity === entity);
