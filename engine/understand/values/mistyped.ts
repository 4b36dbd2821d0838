import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { isOneErrorAway } from '../../values/spellings.ts';
import { LETTERS, WORDS } from '../certainty.ts';

const lexicons = new WeakMap<Language, Record<'count' | 'time', ReadonlySet<string>>>();

/** A language's words for numbers and people, and for times and days. */
function lexiconsOf(language: Language): Record<'count' | 'time', ReadonlySet<string>> {
  let known = lexicons.get(language);
  if (known === undefined) {
    const { numbers, people, time } = language;
    const { small, tens, hundreds } = numbers;
    const counts = [small, tens, hundreds, people.phrases].flatMap((words) => [...words.keys()]);
    known = {
      count: longWords([...counts, ...people.nouns]),
      time: longWords([...time.phrases.keys(), ...counts]),
    };
    lexicons.set(language, known);
  }
  return known;
}

const longWords = (phrases: readonly string[]): ReadonlySet<string> =>
  new Set(phrases.flatMap((phrase) => phrase.split(' ')).filter((word) => word.length >= LETTERS.several));

/**
 * Maps each mistyped time or number word to its correction: "til sundy".
 * @param read corrects an unknown word
 */
export function mistypedTimes(
  words: readonly Word[],
  language: Language,
  read: (text: string) => string,
): ReadonlyMap<string, string> {
  const { time } = lexiconsOf(language);
  const unknown = words.filter(({ text }) => text.length > LETTERS.several && !time.has(text));
  return new Map(
    unknown.flatMap(({ text }): [string, string][] => {
      const repaired = read(text);
      return repaired !== text && repaired.length > LETTERS.several && time.has(repaired)
        ? [[text, repaired]]
        : [];
    }),
  );
}

/**
 * Corrects mistyped numbers, days and people in a short answer of the expected kind: "thre people". Null if
 * no word changes. An ambiguous word stays unchanged. Words keep their positions.
 * @param right the stretches of words that are spelled right
 */
export function mended(
  utterance: Utterance,
  right: readonly Stretch[],
  entity: string,
  language: Language,
): Utterance | null {
  const { words: kind } = traitsOf(entity);
  if (kind === null || utterance.words.length > WORDS.few + 1) return null;
  const lexicon = lexiconsOf(language)[kind];
  const isRight = (word: Word) => right.some((stretch) => overlap(stretch, word));
  const words = utterance.words.map((word) => (isRight(word) ? word : mendedWord(word, lexicon, language)));
  return words.some((word, index) => word !== utterance.words[index]) ? { ...utterance, words } : null;
}

function mendedWord(word: Word, lexicon: ReadonlySet<string>, { connecting, change }: Language): Word {
  const { text } = word;
  const isRight =
    lexicon.has(text) ||
    connecting.has(text) ||
    Object.values<readonly string[]>({ ...change }).some((words) => words.includes(text));
  // Correctly spelled words stay: "nicht" is not "Nichte".
  if (text.length < LETTERS.several || /\d/.test(text) || isRight) return word;
  const nearest = [...lexicon].filter((known) => known[0] === text[0] && isOneErrorAway(known, text));
  const [only, ...more] = nearest;
  return only === undefined || more.length > 0 ? word : { ...word, text: only };
}
