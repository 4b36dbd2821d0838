import { languageOf } from '../../engine/language/languages.ts';
import { wordsOf } from '../../engine/text/words.ts';

/** A phrase stands for a value if at least this many texts of the value, and few other texts, contain it. */
const FEWEST_TEXTS = 3;
const SHARE_OF_ITS_OWN = 0.9;
const SHARE_OF_ALL = 0.5;
const LONGEST = 3;
const MOST_PHRASES = 8;

/** A text and the value that the user states in it; null for no value. */
export interface ToldValue {
  text: string;
  value: string | null;
}

/**
 * The phrases by which users state each value of a list, learned from texts with a known value. A phrase must occur
 * in texts of one value and rarely in others. If one phrase contains another, the longer one wins if it is equally
 * frequent.
 * @param all users' texts to any service
 */
export function phrasesOf(told: readonly ToldValue[], all: readonly string[]): Map<string, string[]> {
  const ofService = counted(told.map(({ text }) => text));
  const anywhere = counted(all);
  const phrases = new Map<string, string[]>();
  for (const value of new Set(told.map((row) => row.value))) {
    if (value === null) continue;
    const counts = counted(told.filter((row) => row.value === value).map(({ text }) => text));
    const sure = [...counts].filter(
      ([phrase, count]) =>
        count >= FEWEST_TEXTS &&
        count >= SHARE_OF_ITS_OWN * (ofService.get(phrase) ?? 0) &&
        count >= SHARE_OF_ALL * (anywhere.get(phrase) ?? 0),
    );
    const whole = sure.filter(
      ([phrase, count]) => !sure.some(([longer, often]) => often === count && isWithin(phrase, longer)),
    );
    const shortest = whole.filter(([phrase]) => !whole.some(([shorter]) => isWithin(shorter, phrase)));
    const often = [...shortest].sort(([left, a], [right, b]) => b - a || left.length - right.length);
    phrases.set(value, often.map(([phrase]) => phrase).slice(0, MOST_PHRASES));
  }
  return phrases;
}

const isWithin = (phrase: string, whole: string): boolean =>
  phrase !== whole && ` ${whole} `.includes(` ${phrase} `);

/** The number of texts that contain each phrase. */
function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const phrase of phrasesIn(text)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

/** The phrases of up to three words in a text, without small words at either end. */
function phrasesIn(text: string): Set<string> {
  const { connecting, sentences } = languageOf('en');
  const isSmall = (word: string | undefined): boolean =>
    word === undefined || word.length < 3 || connecting.has(word) || sentences.questions.includes(word);
  const words = wordsOf(text).map((word) => word.text);
  const phrases = new Set<string>();
  for (const start of words.keys())
    for (let length = 1; length <= LONGEST && start + length <= words.length; length += 1) {
      const part = words.slice(start, start + length);
      if (!isSmall(part[0]) && !isSmall(part.at(-1))) phrases.add(part.join(' '));
    }
  return phrases;
}
