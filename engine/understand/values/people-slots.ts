import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../../language/languages.ts';
import { overlap } from '../../text/stretch.ts';
import { peopleIn } from '../../values/people.ts';
import { numbersByThemselves } from '../../values/quantities.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { sharesStem, wordsOfQuestion } from './named-slots.ts';

/**
 * The numbers of a query for each number slot. A slot for people takes what adds up to a number of them without being
 * asked: "for my wife and me". Where slots are told apart by whom they count, each takes its own: of "two adults and a
 * child", `adults` two.
 */
export function numbersForSlots(
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  numbers: readonly Candidate[],
): (slot: CompiledSlot) => readonly Candidate[] {
  const people = peopleIn(utterance);
  const counting = slots.filter(({ entity }) => traitsOf(entity).bareNumber === 'value');
  const called = new Map(counting.map((slot) => [slot, peopleNamesOf(slot, utterance.language)]));
  const isNamed = (slot: CompiledSlot, noun: string) =>
    (called.get(slot) ?? []).some((name) => sharesStem(name, noun));
  const divided = people.filter(({ nouns }) =>
    counting.some((slot) =>
      nouns.some(
        (noun) =>
          isNamed(slot, noun) &&
          counting.some((other) => nouns.some((rest) => isNamed(other, rest) && !isNamed(slot, rest))),
      ),
    ),
  );
  const parts = divided.length === 0 ? [] : numbersByThemselves(utterance);
  return (slot) => {
    const isOfPeople = (called.get(slot) ?? []).length > 0;
    const whole = numbers
      .filter((number) => !divided.some((sum) => overlap(sum, number)))
      .filter((number) => !isOfPeople || !isDecimal(number, utterance))
      .map((number) => (isOfPeople && people.some((sum) => overlap(sum, number)) ? told(number) : number));
    const own = parts.filter((part) => divided.some((sum) => overlap(sum, part)));
    return [...whole, ...own].sort((one, other) => one.start - other.start);
  };
}

const told = (sum: Candidate): Candidate => ({ ...sum, quality: 'weak' });

/** True of `9.30`, which is rather a time than people; half a person is one of an author's making. */
const isDecimal = ({ start, end }: Candidate, { text }: Utterance): boolean =>
  /^\d+[.,]\d+$/.test(text.slice(start, end));

/** The words for people in what a slot is called, asked by, and seen beside. */
function peopleNamesOf(slot: CompiledSlot, language: string): string[] {
  const { name, contexts } = slot;
  const beside = Object.keys(contexts[language]?.right ?? {});
  const people = [languageOf(language).people, DEFAULT_LANGUAGE.people];
  const isOfPeople = (word: string) =>
    people.some(({ nouns, groups }) => nouns.has(word) || groups.has(word));
  return [...name.split('_'), ...wordsOfQuestion(slot, language), ...beside].filter(isOfPeople);
}
