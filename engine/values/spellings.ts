import type { ValueForms, ValueInflection } from '../language/inflection.ts';

/** Words shorter than this must be written exactly, except within a phrase. */
const MIN_FUZZY_LETTERS = 5;
/** Within a phrase, a word with a missing letter may be this short: `gren tea`. A plural may be anywhere: `cats`. */
const MIN_IN_PHRASE = 4;
const MAX_LETTERS = 40;
/** Minimum letters that forms of a word share: `livrer`, `livraison`. */
const MIN_STEM = 4;

/** A known word that a typed word may stand for. */
export interface Spelling {
  spelling: string;
  /** True if only the other words of its phrase can confirm it. */
  isInPhrase: boolean;
}

/** The words of an entity's phrases, which can be found despite a typing error or another ending. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  /** Every word, and every word without one of its letters → the words that it may stand for. */
  readonly #near = new Map<string, string[]>();
  /**
   * The first letter and length of each word. A typing error keeps the first letter and changes the length by at most
   * one.
   */
  readonly #shapes = new Set<string>();
  readonly #inflection: ValueInflection | null;
  /** By the kind of its ending and its stem, each word with that ending. */
  readonly #byStem = new Map<string, { word: string; ending: string }[]>();

  constructor(words: Iterable<string>, inflection: ValueInflection | null) {
    this.#words = new Set(words);
    this.#inflection = inflection;
    for (const word of this.#words) {
      for (const kind of ['nouns', 'adjectives'] as const)
        for (const { stem, ending } of this.#stemsOf(word, kind)) {
          const key = `${kind}:${stem}`;
          this.#byStem.set(key, [...(this.#byStem.get(key) ?? []), { word, ending }]);
        }
      if (word.length < MIN_FUZZY_LETTERS || word.length > MAX_LETTERS || /\d/.test(word)) continue;
      this.#shapes.add(shapeOf(word, 0));
      for (const shorter of shortened(word)) {
        const near = this.#near.get(shorter);
        if (near === undefined) this.#near.set(shorter, [word]);
        else near.push(word);
      }
    }
  }

  /**
   * The word itself if it is allowed here, else the known words that are one typing error away.
   * @param isFirst true for the first word of a phrase, where a known word is never a typing error
   * @param here the words allowed here
   */
  spellingsOf(word: string, isFirst: boolean, here: { has: (word: string) => boolean }): readonly Spelling[] {
    if (here.has(word)) return [{ spelling: word, isInPhrase: false }];
    if (isFirst && this.#words.has(word)) return this.#otherForms(word);
    if (word.length > MAX_LETTERS || word.length < MIN_IN_PHRASE) return [];
    const near = new Map<string, boolean>();
    const singular = word.slice(0, -1);
    if (word.endsWith('s') && this.#words.has(singular)) near.set(singular, false);
    const hasLikeWord = [-1, 0, 1].some((longer) => this.#shapes.has(shapeOf(word, longer)));
    for (const shorter of hasLikeWord ? shortened(word) : []) {
      for (const known of this.#near.get(shorter) ?? []) {
        if (near.has(known) || known[0] !== word[0] || !isOneErrorAway(known, word)) continue;
        near.set(known, word.length < MIN_FUZZY_LETTERS);
      }
    }
    if (near.size === 0) return this.#otherForms(word);
    return [...near].map(([spelling, isInPhrase]) => ({ spelling, isInPhrase }));
  }

  /**
   * The known words that a word is another form of, perhaps with a prefix: `geliefert` of `Lieferung`. A bare adjective
   * is none: `Frankfurt` means no `Frankfurter`.
   */
  #otherForms(word: string): readonly Spelling[] {
    const { prefixes = [] } = this.#inflection ?? {};
    const shorter = prefixes
      .filter((prefix) => word.includes(prefix))
      .map((prefix) => word.replace(prefix, ''));
    const verbs = [word, ...shorter].flatMap((form) => this.#stemsOf(form, 'verbs'));
    const nouns = [...this.#stemsOf(word, 'nouns'), ...verbs].flatMap(
      ({ stem }) => this.#byStem.get(`nouns:${stem}`) ?? [],
    );
    const adjectives = this.#stemsOf(word, 'adjectives').flatMap(({ stem, ending }) =>
      (this.#byStem.get(`adjectives:${stem}`) ?? []).filter((known) => ending !== '' || known.ending === ''),
    );
    const spellings = new Set([...nouns, ...adjectives].map((known) => known.word));
    return [...spellings].map((spelling) => ({ spelling, isInPhrase: false }));
  }

  #stemsOf(word: string, kind: keyof ValueForms): { stem: string; ending: string }[] {
    if (this.#inflection === null || word.length > MAX_LETTERS || /\d/.test(word)) return [];
    return this.#inflection.forms[kind].flatMap((ending) => {
      const stem = word.slice(0, word.length - ending.length);
      return word.endsWith(ending) && stem.length >= MIN_STEM ? [{ stem, ending }] : [];
    });
  }
}

const shapeOf = (word: string, longer: number): string => `${word[0]}${word.length + longer}`;

/** The word itself and the word without each of its letters. */
function shortened(word: string): string[] {
  const forms = [word];
  for (let index = 0; index < word.length; index += 1)
    forms.push(word.slice(0, index) + word.slice(index + 1));
  return forms;
}

/** True if one letter inserted, removed, replaced, or swapped with its neighbour makes `a` into `b`. */
export function isOneErrorAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (restA.length > restB.length) return restA.slice(1) === restB;
  if (restA.length < restB.length) return restB.slice(1) === restA;
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
