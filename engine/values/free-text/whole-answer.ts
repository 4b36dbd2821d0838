import { languageOf } from '../../language/languages.ts';
import type { Stretch } from '../../text/stretch.ts';
import { firstWordFrom, normalise, type Word } from '../../text/words.ts';
import { wordsIn } from '../words-in.ts';

/** Characters that end the marks beside a value: brackets, quotes, punctuation, spaces, and letters or digits. */
const AROUND = /["'“”‘’«»„()[\]{}\s.,;:!?¡¿…、。，；：！？،؛؟「」『』（）\p{L}\p{N}\p{M}-]/u;

/**
 * The stretch of a whole answer, without the phrases around it: "it's Maria Lopez, please" gives "Maria Lopez".
 * @param before normalised words before the slot's values in the annotated utterances, such as "to"
 * @param kind for a `name`, phrases such as "yes, my name is" are removed too; a `note` may be any text
 * @returns null if no word is left
 */
export function wholeAnswer(
  text: string,
  language: string,
  before: ReadonlySet<string>,
  kind: 'name' | 'note' = 'note',
): Stretch | null {
  const { leads, leadsWithin, names, tails, namesBefore } = phrasesOf(language);
  const words = wordsIn(text, language);
  let from = 0;
  let to = words.length;
  for (let isLed = false; ; isLed = true) {
    const named = kind === 'name' ? longestAt(words, from, to, names, 'start') : 0;
    const lead = named || longestAt(words, from, to, isLed ? leadsWithin : leads, 'start');
    if (lead === 0) break;
    from += lead;
  }
  for (let tail = 1; tail > 0; to -= tail) {
    const named = kind === 'name' ? longestAt(words, from, to, namesBefore, 'end') : 0;
    tail = named || longestAt(words, from, to, tails, 'end');
  }
  const lead = words[from]?.text ?? '';
  if (to - from > 1 && isPreposition(lead, language) && before.has(lead)) from += 1;
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined || from >= to) return null;
  return withMarks(text, first, last);
}

/**
 * A stretch without the end of a phrase that says whose a name is: of “my name is Ann”, “Ann” instead of “is Ann”. A
 * phrase that begins within the stretch stays, unless it ends there too: “Ann is her name”.
 */
export function behindLead<S extends Stretch>(stretch: S, words: readonly Word[], language: string): S {
  const { leads, names, namesBefore } = phrasesOf(language);
  const first = firstWordFrom(words, stretch.start);
  const next = firstWordFrom(words, stretch.end);
  const tail = longestAt(words, first, next, namesBefore, 'end');
  const named = tail > 0 ? { ...stretch, end: words[next - tail - 1]?.end ?? stretch.end } : stretch;
  for (let from = 0; from < first; from += 1) {
    const lead = longestAt(words, from, next, names, 'start') || longestAt(words, from, next, leads, 'start');
    if (from + lead > first) return { ...named, start: words[from + lead]?.start ?? stretch.start };
  }
  return named;
}

/** A language's phrases around an answer, split into words. */
interface Phrases {
  leads: readonly (readonly string[])[];
  /** Leads that may follow another lead, including prepositions. */
  leadsWithin: readonly (readonly string[])[];
  /** Leads before a name. */
  names: readonly (readonly string[])[];
  /** Phrases behind a name. */
  namesBefore: readonly (readonly string[])[];
  tails: readonly (readonly string[])[];
  prepositions: ReadonlySet<string>;
  /** The words of the leads, names and tails. */
  words: ReadonlySet<string>;
}

const phrases = new Map<string, Phrases>();

function phrasesOf(language: string): Phrases {
  let known = phrases.get(language);
  if (known === undefined) {
    const {
      answers: { leads, names, namesBefore, prepositions, tails },
      yesNo,
    } = languageOf(language);
    const apart = (list: readonly string[]) =>
      list.map((phrase) => wordsIn(phrase, language).map(({ text }) => text));
    known = {
      leads: apart(leads),
      leadsWithin: apart([...leads, ...prepositions]),
      names: apart([...names, ...yesNo.yes]),
      namesBefore: apart(namesBefore),
      tails: apart(tails),
      prepositions: new Set(prepositions.map(normalise)),
      words: new Set(apart([...leads, ...names, ...tails]).flat()),
    };
    phrases.set(language, known);
  }
  return known;
}

/** True if a normalised word may introduce a value: "to", "from". */
export const isPreposition = (word: string, language: string): boolean =>
  phrasesOf(language).prepositions.has(word);

/** True for a normalised word of the phrases around an answer: "called", "is". */
export const isBesideAnswer = (word: string, language: string): boolean =>
  phrasesOf(language).words.has(word);

/** The number of words of the longest phrase at one end of a stretch of words; never the whole stretch. */
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

/**
 * The stretch with the marks that belong to the value ("+34 …", "#4"), not those that enclose it or end the sentence.
 */
function withMarks(text: string, first: Word, last: Word): Stretch {
  let { start } = first;
  let { end } = last;
  while (start > 0 && !AROUND.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && !AROUND.test(text[end] ?? '')) end += 1;
  return { start, end };
}
