import { languageOf, madeOnce } from '../language/languages.ts';
import { PhraseFinder } from '../text/phrases.ts';
import type { Word } from '../text/words.ts';
import { numbersIn } from './number.ts';
import { type Candidate, MOST_VALUES, type Recognizer, type Utterance } from './recognizer.ts';

export interface OrdinalAt {
  value: number;
  /** The ordinal's number of words. */
  length: number;
  isMarked: boolean;
}

const ordinalsOf = madeOnce(({ numbers }) => new PhraseFinder(numbers.ordinals()));

/** Places from the end: `the last one` is −1, `the last but one` −2. */
const endsOf = madeOnce(
  ({ numbers: { last, lastButOne } }) =>
    new PhraseFinder([
      ...last.map((phrase) => [phrase, -1] as const),
      ...lastButOne.map((phrase) => [phrase, -2] as const),
    ]),
);

function placeAt(places: PhraseFinder<number>, words: readonly Word[], from: number): OrdinalAt | null {
  const place = places.at(words, from);
  const [value] = place?.meanings ?? [];
  return place === null || value === undefined ? null : { value, length: place.length, isMarked: false };
}

/** The longest ordinal that begins at a word. */
export function ordinalAt(words: readonly Word[], from: number, code: string): OrdinalAt | null {
  const language = languageOf(code);
  const first = words[from]?.text ?? '';
  const marked = /^\d/.test(first) ? language.numbers.markedOrdinal.exec(first) : null;
  if (marked !== null) return { value: Number(marked[1]), length: 1, isMarked: true };
  return placeAt(ordinalsOf(language), words, from);
}

/**
 * Recognises places in an order, in words up to 99 and in digits: `third`, `22nd`. The value is the number; `the last
 * one` is −1, `the last but one` −2.
 */
export const recognizeOrdinals: Recognizer = (utterance) => {
  const ordinals = writtenOrdinals(utterance);
  if (ordinals.length > 0) return ordinals;
  // A number such as "2" also answers a question for a place in an order.
  const numbers = numbersIn(utterance).filter(({ value }) => Number.isInteger(value) && value > 0);
  return numbers.map((number) => ({ ...number, details: {}, quality: 'answer' }));
};

function writtenOrdinals({ words, text, language: code }: Utterance): Candidate[] {
  const language = languageOf(code);
  const { ordinalPronoun } = language.numbers;
  const ordinals: Candidate[] = [];
  for (let index = 0; index < words.length && ordinals.length < MOST_VALUES; ) {
    const place = placeAt(endsOf(language), words, index);
    const ordinal = place ?? ordinalAt(words, index, code);
    const [first, next] = [words[index], index + (ordinal?.length ?? 1)];
    const [last, after] = [words[next - 1], words[next]];
    index = next;
    if (first === undefined || last === undefined) continue;
    const { start } = first;
    const rest = { details: {}, start };
    if (ordinal !== null) {
      // "the second one": the pronoun is no number.
      const hasPronoun = place === null && after !== undefined && after.text === ordinalPronoun;
      const { end } = hasPronoun ? after : last;
      ordinals.push({ ...rest, end, value: ordinal.value, quality: 'exact' });
    } else if (language.time.dotOrdinals && /^\d{1,4}$/.test(first.text)) {
      const isDotted = /^\.(?=\s*\p{L})/u.test(text.slice(first.end, first.end + 8));
      if (isDotted)
        ordinals.push({ ...rest, end: first.end + 1, value: Number(first.text), quality: 'weak' });
    }
  }
  return ordinals;
}
