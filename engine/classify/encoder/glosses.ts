import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inflection } from '../../language/inflection.ts';
import { normalForm } from '../../normal-form.ts';
import type { Stretch } from '../../text/stretch.ts';
import { foldAccents } from '../../text/words.ts';

/**
 * Translates texts word by word for an English encoder, in the original word order. “Wann fliege ich” becomes “when fly
 * i”, whose encoding is close to that of a real translation.
 */
export interface Glosses {
  /** Replaces known words by their English glosses. */
  read(text: string): string;
  /** Like `read`, with the place of each word's gloss. */
  align(text: string): AlignedGlosses;
  /** True if the list has any form of the word. */
  knows(word: string): boolean;
}

/** A text with glosses, and which stretch of it stands for each word of the original text, in UTF-16 units. */
export interface AlignedGlosses {
  text: string;
  places: readonly { word: Stretch; gloss: Stretch }[];
}

/** The text with glosses, or unchanged if its language has none. */
export const glossed = (text: string, glosses: Glosses | undefined): string => glosses?.read(text) ?? text;

/** The file name of a language's glosses, beside the encoder. */
export const glossesFile = (language: string): string => `glosses.${language}.txt`;

/** Separates a form from its gloss. */
export const GLOSS_MARK = '\t';

/** A word, a number or a sign. */
const PIECE = /[\p{L}\p{M}][\p{L}\p{M}'’]*|\p{N}+|[^\s\p{L}\p{M}\p{N}]/gu;
const LETTER = /^[\p{L}\p{M}]/u;
const APOSTROPHE = /['’]/g;
/** Shorter stems are shared by too many words: they match only if one of the two words has no ending. */
const SHORTEST_STEM = 3;
/** Shorter words are rarely parts of a compound. */
const SHORTEST_PART = 4;
/** Longer words are not split: it would be slow, and hardly any exist. */
const LONGEST = 40;
const MOST_REMEMBERED = 5000;

/** The listed form of a word: lower case, composed, without apostrophes, `ß` as `ss`. */
export const listedForm = (word: string): string =>
  normalForm(word.toLowerCase(), 'NFC').replaceAll('ß', 'ss').replace(APOSTROPHE, '');

/** @param text the result of `packGlosses` */
export function readGlosses(text: string): Glosses {
  const [head = '', ...lines] = text.split('\n');
  const inflection: Inflection = JSON.parse(head);
  return new WordList(lines, inflection);
}

/**
 * Loads a language's glosses from an encoder's directory.
 * @throws {Error} if the encoder was built without them
 */
export const loadGlosses = (directory: string, language: string): Glosses =>
  readGlosses(readFileSync(join(directory, glossesFile(language)), 'utf8'));

class WordList implements Glosses {
  /** Sorted. `#glosses` has their glosses in the same order. */
  readonly #forms: string[];
  readonly #glosses: string[];
  readonly #inflection: Inflection;
  readonly #endings: ReadonlySet<string>;
  readonly #known = new Map<string, string | null>();

  constructor(lines: readonly string[], inflection: Inflection) {
    const cut = lines.map((line) => line.indexOf(GLOSS_MARK));
    this.#forms = lines.map((line, at) => line.slice(0, cut[at]));
    this.#glosses = lines.map((line, at) => line.slice((cut[at] ?? 0) + 1));
    this.#inflection = inflection;
    this.#endings = new Set(['', ...inflection.endings]);
  }

  read(text: string): string {
    return this.align(text).text;
  }

  align(text: string): AlignedGlosses {
    let read = '';
    const places = [...text.matchAll(PIECE)].map(({ 0: piece, index }) => {
      const gloss = LETTER.test(piece) ? this.#read(piece).replace(/\s+/g, ' ').trim() : piece;
      if (/\s/.test(text.charAt(index - 1)) && read !== '' && !read.endsWith(' ')) read += ' ';
      const start = read.length;
      read += gloss;
      return { word: { start: index, end: index + piece.length }, gloss: { start, end: read.length } };
    });
    read = read.trimEnd();
    return read === ''
      ? { text, places: places.map(({ word }) => ({ word, gloss: word })) }
      : { text: read, places };
  }

  knows(word: string): boolean {
    return word.length <= LONGEST && this.#withOrWithoutAccents(listedForm(word)) !== null;
  }

  #read(word: string): string {
    const gloss = this.#glossOf(listedForm(word));
    if (gloss !== null) return gloss;
    const parts = word.split(APOSTROPHE);
    return parts.length > 1 ? parts.map((part) => this.#glossOf(listedForm(part)) ?? part).join(' ') : word;
  }

  #glossOf(word: string): string | null {
    if (word.length > LONGEST) return null;
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const gloss = this.#withOrWithoutAccents(word) ?? this.#compound(foldAccents(word));
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(word, gloss);
    return gloss;
  }

  #withOrWithoutAccents(word: string): string | null {
    const folded = foldAccents(word);
    return this.#inAnyForm(word) ?? (folded === word ? null : this.#inAnyForm(folded));
  }

  #inAnyForm(word: string): string | null {
    return this.#byEnding(word) ?? this.#withoutPrefix(word);
  }

  /** The listed form with the longest common stem; among several, the one with the shortest ending. */
  #byEnding(word: string): string | null {
    for (let length = word.length; length >= Math.min(word.length, SHORTEST_STEM); length--) {
      if (!this.#endings.has(word.slice(length))) continue;
      const stem = word.slice(0, length);
      let best = -1;
      const first = this.#from(stem);
      for (let at = first; this.#forms[at]?.startsWith(stem); at++) {
        const form = this.#forms[at] ?? '';
        const isShort = length <= SHORTEST_STEM && word.length > length;
        if ((isShort && form.length > length) || !this.#endings.has(form.slice(length))) continue;
        if (best < 0 || form.length < (this.#forms[best] ?? '').length) best = at;
      }
      if (best >= 0) return this.#glosses[best] ?? null;
    }
    return null;
  }

  #withoutPrefix(word: string): string | null {
    for (const prefix of this.#inflection.prefixes) {
      const at = word.indexOf(prefix);
      // “Umgebucht”, “zurückzugeben”: what precedes the prefix is a word itself.
      if (at < 0 || (at > 0 && !this.#has(word.slice(0, at)))) continue;
      const [before, behind] = [word.slice(0, at), word.slice(at + prefix.length)];
      if (behind.length < SHORTEST_STEM) continue;
      const gloss = this.#byEnding(before + behind) ?? this.#joined(before, behind);
      if (gloss !== null) return gloss;
    }
    return null;
  }

  /** The glosses of a word and the word before it: “back give”. */
  #joined(before: string, word: string): string | null {
    const gloss = this.#byEnding(word);
    return gloss === null || before === '' ? gloss : `${this.#byEnding(before)} ${gloss}`.trim();
  }

  /** The glosses of a compound's two words, the first as long as possible. */
  #compound(word: string): string | null {
    const { links } = this.#inflection;
    if (links === null) return null;
    for (let cut = word.length - SHORTEST_PART; cut >= SHORTEST_PART; cut--) {
      const second = this.#inAnyForm(word.slice(cut));
      if (second === null || second === '') continue;
      for (const link of links) {
        const first = word.slice(0, cut - link.length);
        if (first.length < SHORTEST_PART || !word.slice(0, cut).endsWith(link)) continue;
        const gloss = this.#has(first) ? this.#byEnding(first) : null;
        if (gloss !== null && gloss !== '') return `${gloss} ${second}`;
      }
    }
    return null;
  }

  #has(form: string): boolean {
    return this.#forms[this.#from(form)] === form;
  }

  /** The index of the first form not less than a text. */
  #from(text: string): number {
    let low = 0;
    let high = this.#forms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#forms[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
