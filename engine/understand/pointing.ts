import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { Classification } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import type { LoadedAssistant } from '../load.ts';
import { phraseAt } from '../text/words.ts';
import { isPreposition } from '../values/free-text/whole-answer.ts';
import type { Utterance } from '../values/recognizer.ts';
import { sharesStem, valueNamesOf } from './values/named-slots.ts';
import { competencyOf, type View } from './view.ts';

/** True of words that mean what was spoken of before: "how much is that", "book that for two". */
export function pointsBack({ words, language }: Pick<Utterance, 'words' | 'language'>): boolean {
  const { sentences, connecting, pointingVerbs, pointingOrder } = languageOf(language);
  if (pointingOrder?.test(words.map(({ text }) => text).join(' '))) return true;
  return words.some(({ text, start }, at) => {
    // Orders begin a clause; within one, "escuela" and "regalo" end so too.
    const begins = start - (words[at - 1]?.end ?? Number.NEGATIVE_INFINITY) > 1;
    if (begins && pointingVerbs?.test(text)) return true;
    if (phraseAt(words, at, sentences.pointing) > 0) return true;
    const length = phraseAt(words, at, sentences.pointingAtEnd);
    if (length === 0) return false;
    const [next, ...others] = words.slice(at + length);
    return (
      next === undefined ||
      isPreposition(next.text, language) ||
      [next, ...others].every(({ text }) => connecting.has(text))
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

/** Of the labels that have a use for what is pointed at, one this likely is meant. */
const LEAST_POINTED = 0.05;
/** How likely the label is then. */
const POINTED = 0.8;
/** A likelier label that has no use for it is meant where it is so many times likelier. */
const FAR_LIKELIER = 3;

/**
 * A classification of what points back at what has just ended: "book that for two" names nothing to book, and is meant
 * for a competency that has a use for what was found, or one of its name: "stop the one to the gym", of the standing
 * orders that were listed.
 * @param isWish without it, only the likeliest label may be meant, by its name
 */
export function toldByPointing(
  loaded: LoadedAssistant,
  { frame, finished }: View,
  utterance: Utterance,
  result: Classification,
  isWish: boolean,
): Classification {
  if (frame !== null || finished === null || !pointsBack(utterance)) return result;
  const others = result.ranked.flatMap((one) => {
    const competency = competencyOf(loaded, one.label);
    return competency === undefined || competency.name === finished.competency.name
      ? []
      : [{ one, competency, isNamesake: isNamesake(competency, finished.competency) }];
  });
  const [likeliest] = others;
  const pointed = others.find(
    ({ competency: { slots }, isNamesake }) =>
      isNamesake ||
      slots.some((slot) => Object.hasOwn(finished.slots, slot.name) && isAlike(slot, finished.competency)),
  );
  if (pointed === undefined || likeliest === undefined) return result;
  if (!isWish && !(pointed.isNamesake && pointed === likeliest)) return result;
  const { probability } = pointed.one;
  if (probability < LEAST_POINTED || probability >= POINTED) return result;
  if (likeliest.one.probability > FAR_LIKELIER * probability) return result;
  const meant = { ...pointed.one, probability: POINTED };
  return {
    ...result,
    outcome: 'matched',
    ranked: [meant, ...result.ranked.filter((one) => one !== pointed.one)],
  };
}

/** True of words that mean what was spoken of, where another competency has a use for nothing that is held: "and mail it". */
export function pointsElsewhere(
  { frame }: View,
  other: CompiledCompetency | undefined,
  said: Pick<Utterance, 'words' | 'language'>,
): boolean {
  if (frame === null || other === undefined || other === frame.competency || !pointsBack(said)) return false;
  const held = frame.competency.slots.filter(({ name }) => Object.hasOwn(frame.slots, name));
  return !held.some((slot) => isAlike(slot, other));
}

/** True of two competencies whose names begin with the same two words: `standing_order_list`, `standing_order_cancel`. */
const isNamesake = ({ name }: CompiledCompetency, other: CompiledCompetency): boolean => {
  const [first, ...more] = name.split('_');
  const [otherFirst, ...otherMore] = other.name.split('_');
  return first === otherFirst && more[0] === otherMore[0] && more[0] !== undefined;
};

const isAlike = ({ name, entity }: CompiledSlot, { slots }: CompiledCompetency): boolean =>
  slots.some((slot) => slot.name === name && slot.entity === entity);
