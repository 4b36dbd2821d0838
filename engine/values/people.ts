import { languageOf } from '../language/languages.ts';
import type { PeopleWords } from '../language/people.ts';
import { firstWordFrom } from '../text/words.ts';
import { numbersIn } from './number.ts';
import { type Candidate, readOnce, type Utterance } from './recognizer.ts';

/** A number of people that the words add up to. */
export interface PeopleCount {
  start: number;
  end: number;
  value: number;
  /** True if a number is among its words: `two adults and a child`, not `my wife and I`. */
  isCounted: boolean;
  /** The nouns for the people: `adults`, `child`. */
  nouns: readonly string[];
}

/** People whom one word or two name. */
interface Term {
  value: number;
  next: number;
  isCounted: boolean;
  nouns: readonly string[];
}

/** Counts that are looked at of one query. */
const MAX_COUNTS = 64;
/** Sums beyond this are no party that anyone counts up. */
const MAX_TERMS = 8;

/** `two adults and a child`, `my wife and I`, `just me`, `zu dritt`: each stretch as far as people are joined. */
export const peopleIn = readOnce((utterance): readonly PeopleCount[] =>
  new PeopleReader(utterance, languageOf(utterance.language).people).read(),
);

/** As candidates for a number: weaker than a number by itself; without one among the words, only as an answer. */
export const peopleCandidates = (utterance: Utterance): Candidate[] =>
  peopleIn(utterance).map(({ start, end, value, isCounted }) => ({
    start,
    end,
    value,
    details: {},
    quality: isCounted ? 'weak' : 'answer',
  }));

class PeopleReader {
  readonly #utterance: Utterance;
  readonly #words: PeopleWords;
  readonly #articles: ReadonlySet<string>;
  /** By the index of their first words. */
  readonly #numbers: ReadonlyMap<number, { value: number; next: number }>;

  constructor(utterance: Utterance, words: PeopleWords) {
    this.#utterance = utterance;
    this.#words = words;
    this.#articles = languageOf(utterance.language).numbers.articles;
    const { words: all } = utterance;
    this.#numbers = new Map(
      numbersIn(utterance)
        .filter(({ value }) => Number.isInteger(value) && value > 0)
        .map(({ start, end, value }) => [
          firstWordFrom(all, start),
          { value, next: firstWordFrom(all, end) },
        ]),
    );
  }

  read(): PeopleCount[] {
    const counted: PeopleCount[] = [];
    for (let index = 0; index < this.#utterance.words.length && counted.length < MAX_COUNTS; ) {
      const count = this.#sumAt(index);
      const first = this.#utterance.words[index];
      const last = count === null ? undefined : this.#utterance.words[count.next - 1];
      if (count === null || first === undefined || last === undefined) {
        index += 1;
        continue;
      }
      const { value, isCounted, nouns } = count;
      counted.push({ start: first.start, end: last.end, value, isCounted, nouns });
      index = count.next;
    }
    return counted;
  }

  #text(index: number): string {
    return this.#utterance.words[index]?.text ?? '';
  }

  /** The longest phrase that is a number of people by itself. */
  #phraseAt(index: number): Term | null {
    let phrase = '';
    let counted: Term | null = null;
    for (let length = 1; length <= LONGEST_PHRASE && this.#text(index + length - 1) !== ''; length += 1) {
      phrase = length === 1 ? this.#text(index) : `${phrase} ${this.#text(index + length - 1)}`;
      const value = this.#words.phrases.get(phrase);
      if (value !== undefined)
        counted = {
          value,
          next: index + length,
          isCounted: value > 1 || this.#numbers.has(index),
          nouns: [],
        };
    }
    return counted;
  }

  /** People who are joined, two terms at least; or a phrase, perhaps with others who are joined to it. */
  #sumAt(index: number): Term | null {
    const phrase = this.#phraseAt(index);
    const first = phrase ?? this.#termAt(index);
    if (first === null) return null;
    let sum = first;
    for (let terms = 1; terms < MAX_TERMS; terms += 1) {
      // "Wir sind zu viert, die Oma kommt mit": a comma adds nobody to what counts all, as it does to "one adult".
      const countsAll = phrase !== null && terms === 1 && !this.#numbers.has(index);
      const isApart = countsAll && !this.#words.joiners.has(this.#text(sum.next));
      const start = isApart ? null : this.#afterJoint(sum.next);
      const term = start === null ? null : this.#termAt(start);
      if (term === null) return terms > 1 || phrase !== null ? sum : null;
      sum = {
        value: sum.value + term.value,
        next: term.next,
        isCounted: sum.isCounted || term.isCounted,
        nouns: [...sum.nouns, ...term.nouns],
      };
    }
    return sum;
  }

  /** Behind a word or a comma that joins two people, or both; null where they are apart. */
  #afterJoint(index: number): number | null {
    if (this.#words.joiners.has(this.#text(index))) return index + 1;
    return /^\s*[,+&]\s*$/.test(this.#gapBefore(index)) ? index : null;
  }

  #gapBefore(index: number): string {
    const [before, after] = [this.#utterance.words[index - 1], this.#utterance.words[index]];
    if (before === undefined || after === undefined || after.start - before.end > 5) return '';
    return this.#utterance.text.slice(before.end, after.start);
  }

  #termAt(index: number): Term | null {
    const { self, owners } = this.#words;
    const start = owners.has(this.#text(index)) ? index + 1 : index;
    const number = this.#numbers.get(start);
    const counted =
      number === undefined
        ? this.#countedAfter(start)
        : this.#nounAt(this.#afterCounter(number.next), number.value);
    if (counted !== null) return { ...counted, isCounted: true };
    const isSingle = start > index || this.#articles.has(this.#text(index));
    const single = isSingle ? this.#nounAt(index + 1, 1) : null;
    if (single !== null) return this.#isPlural(index + 1) ? null : single;
    return self.has(this.#text(index)) ? { value: 1, next: index + 1, isCounted: false, nouns: [] } : null;
  }

  /** People and then how many: `大人二人`. */
  #countedAfter(index: number): Term | null {
    const number = this.#numbers.get(index + 1);
    if (number === undefined || this.#afterCounter(number.next) === number.next) return null;
    const noun = this.#nounAt(index, number.value);
    return noun === null ? null : { ...noun, next: this.#afterCounter(number.next) };
  }

  #afterCounter(index: number): number {
    return this.#words.counters.has(this.#text(index)) ? index + 1 : index;
  }

  #isPlural(index: number): boolean {
    return this.#words.plural.test(this.#text(index)) && !this.#words.pairs.has(this.#text(index));
  }

  #nounAt(index: number, count: number): Term | null {
    const noun = this.#text(index);
    const { nouns, pairs } = this.#words;
    const value = nouns.has(noun) ? count : pairs.has(noun) ? 2 * count : null;
    return value === null ? null : { value, next: index + 1, isCounted: false, nouns: [noun] };
  }
}

/** Words in the longest phrase. */
const LONGEST_PHRASE = 4;
