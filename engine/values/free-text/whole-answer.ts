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
 * @param kind of a `name` also without what says whose it is, or that yes: "yes, my name is Maria"; a `note` may be any text
 * @returns null where no word is left
 */
export function wholeAnswer(
  text: string,
  language: string,
  before: ReadonlySet<string>,
  kind: 'name' | 'note' = 'note',
): Stretch | null {
  const { leads, leadsWithin, names, tails } = phrasesOf(language);
  const words = wordsIn(text, language);
  let from = 0;
  let to = words.length;
  for (let isLed = false; ; isLed = true) {
    const named = kind === 'name' ? longestAt(words, from, to, names, 'start') : 0;
    const lead = named || longestAt(words, from, to, isLed ? leadsWithin : leads, 'start');
    if (lead === 0) break;
    from += lead;
  }
  for (let tail = 1; tail > 0; to -= tail) tail = longestAt(words, from, to, tails, 'end');
  const lead = words[from]?.text ?? '';
  if (to - from > 1 && isPreposition(lead, language) && before.has(lead)) from += 1;
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined || from >= to) return null;
  return withMarks(text, first, last);
}

/** The words around an answer, taken apart once a language. */
interface Phrases {
  leads: readonly (readonly string[])[];
  /** Those that may follow others: prepositions too. */
  leadsWithin: readonly (readonly string[])[];
  /** Those in front of a name. */
  names: readonly (readonly string[])[];
  tails: readonly (readonly string[])[];
  prepositions: ReadonlySet<string>;
}

const phrases = new Map<string, Phrases>();

function phrasesOf(language: string): Phrases {
  let known = phrases.get(language);
  if (known === undefined) {
    const {
      answers: { leads, names, prepositions, tails },
      yesNo,
    } = languageOf(language);
    const apart = (list: readonly string[]) =>
      list.map((phrase) => wordsIn(phrase, language).map(({ text }) => text));
    known = {
      leads: apart(leads),
      leadsWithin: apart([...leads, ...prepositions]),
      names: apart([...names, ...yesNo.yes]),
      tails: apart(tails),
      prepositions: new Set(prepositions.map(normalise)),
    };
    phrases.set(language, known);
  }
  return known;
}

/** True if a normalised word may lead to a value: "to", "from". */
export const isPreposition = (word: string, language: string): boolean =>
  phrasesOf(language).prepositions.has(word);

/** Counts the words at one end of a stretch of them that make up the longest of the phrases; never all of them. */
function longestAt(
  words: readonly Word[],
  from: number,
  to: number,
  candidates: readonly (readonly string[])[],
  side: 'start' | 'end',
): number {
  for (const phrase of candidates) {
    if (phrase.length >= to - from) continue;
    const first = side === 'start' ? from : to - phrase.length;
    if (phrase.every((word, index) => words[first + index]?.text === word)) return phrase.length;
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
