import { languageOf } from '../../language/languages.ts';
import type { Stretch } from '../../text/stretch.ts';
import { normalise, type Word } from '../../text/words.ts';
import { wordsIn } from '../words-in.ts';

/** Characters that end the marks beside a value: brackets, marks of sentences, spaces, and letters of other words. */
const AROUND = /["'“”‘’«»„()[\]{}\s.,;:!?¡¿…、。，；：！？،؛؟「」『』（）\p{L}\p{N}\p{M}-]/u;

/**
 * The whole of an answer without the words that only say that an answer follows: "it's Maria Lopez, please" is
 * "Maria Lopez", in UTF-16 units.
 * @param before words that stand before the slot's values in the annotated utterances: "to", normalised
 * @returns null where no word is left
 */
export function wholeAnswer(text: string, language: string, before: ReadonlySet<string>): Stretch | null {
  const { leads, prepositions, tails } = languageOf(language).answers;
  let words: readonly Word[] = wordsIn(text, language);
  for (let isLed = false; ; isLed = true) {
    const lead = longestAt(words, isLed ? [...leads, ...prepositions] : leads, 'start', language);
    if (lead === 0) break;
    words = words.slice(lead);
  }
  for (let tail = 1; tail > 0; words = words.slice(0, words.length - tail))
    tail = longestAt(words, tails, 'end', language);
  const lead = words[0]?.text ?? '';
  if (words.length > 1 && isPreposition(lead, language) && before.has(lead)) words = words.slice(1);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  return withMarks(text, first, last);
}

/** True if a normalised word may lead to a value: "to", "from". */
export const isPreposition = (word: string, language: string): boolean =>
  languageOf(language).answers.prepositions.some((preposition) => normalise(preposition) === word);

/** Counts the words at one end that make up the longest of the phrases; never all of the words. */
function longestAt(
  words: readonly Word[],
  phrases: readonly string[],
  side: 'start' | 'end',
  language: string,
): number {
  for (const phrase of phrases) {
    const phraseWords = wordsIn(phrase, language);
    if (phraseWords.length >= words.length) continue;
    const part = side === 'start' ? words.slice(0, phraseWords.length) : words.slice(-phraseWords.length);
    if (part.every(({ text }, index) => text === phraseWords[index]?.text)) return phraseWords.length;
  }
  return 0;
}

/** Marks beside a value belong to it ("+34 …", "#4") unless they enclose it or end the sentence. */
function withMarks(text: string, first: Word, last: Word): Stretch {
  let { start } = first;
  let { end } = last;
  while (start > 0 && !AROUND.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && !AROUND.test(text[end] ?? '')) end += 1;
  return { start, end };
}
