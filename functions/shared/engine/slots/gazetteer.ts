import type { CompiledEntity } from '../assistant.ts';
import { type Word, wordsOf } from '../words.ts';
import type { Candidate, Recognizer } from './recognizer.ts';

interface Node {
  next: Map<string, Node>;
  canonical: string | null;
}

/** Words shorter than this must be written exactly. */
const MIN_FUZZY_LETTERS = 5;
const MAX_PHRASE_WORDS = 16;

/**
 * Recognises an entity's values and their synonyms, whatever the letter case and accents, at word boundaries;
 * words of five letters and more may hold one typing error (a letter more, less, other, or two swapped), not in
 * the first letter. The longest phrase wins.
 */
export function gazetteerRecognizer(entity: CompiledEntity, language: string): Recognizer {
  const root: Node = { next: new Map(), canonical: null };
  for (const [canonical, byLanguage] of Object.entries(entity.values)) {
    const synonyms = [...(byLanguage[language] ?? []), ...(byLanguage['*'] ?? [])];
    for (const phrase of [canonical, canonical.replaceAll('_', ' '), ...synonyms])
      add(root, phrase, canonical);
  }
  const vocabulary = new Vocabulary(root);
  return ({ words }) => {
    const found: Candidate[] = [];
    for (let index = 0; index < words.length; ) {
      const match = longest(root, words, index, vocabulary);
      const first = words[index];
      const last = match === null ? undefined : words[index + match.length - 1];
      if (match === null || first === undefined || last === undefined) {
        index += 1;
        continue;
      }
      const quality = match.errors === 0 ? 'exact' : 'fuzzy';
      found.push({ start: first.start, end: last.end, value: match.canonical, details: {}, quality });
      index += match.length;
    }
    return found;
  };
}

function add(root: Node, phrase: string, canonical: string): void {
  const words = wordsOf(phrase);
  if (words.length === 0 || words.length > MAX_PHRASE_WORDS) return;
  let node = root;
  for (const { text } of words) {
    let next = node.next.get(text);
    if (next === undefined) {
      next = { next: new Map(), canonical: null };
      node.next.set(text, next);
    }
    node = next;
  }
  // A phrase that two values share belongs to the one declared first.
  node.canonical ??= canonical;
}

interface Match {
  canonical: string;
  length: number;
  errors: number;
}

function longest(root: Node, words: readonly Word[], from: number, vocabulary: Vocabulary): Match | null {
  let best: Match | null = null;
  const walk = (node: Node, length: number, errors: number): void => {
    if (
      node.canonical !== null &&
      (best === null || length > best.length || (length === best.length && errors < best.errors))
    ) {
      best = { canonical: node.canonical, length, errors };
    }
    const word = words[from + length]?.text;
    if (word === undefined) return;
    for (const spelling of vocabulary.spellingsOf(word)) {
      const next = node.next.get(spelling);
      if (next !== undefined) walk(next, length + 1, errors + (spelling === word ? 0 : 1));
    }
  };
  walk(root, 0, 0);
  return best;
}

/** The words of an entity's phrases, findable with one typing error. */
class Vocabulary {
  readonly #words = new Set<string>();
  /** Every word and every word less one letter → the words that it may stand for. */
  readonly #near = new Map<string, string[]>();

  constructor(root: Node) {
    this.#collect(root);
    for (const word of this.#words) {
      if (word.length < MIN_FUZZY_LETTERS || /\d/.test(word)) continue;
      for (const shorter of shortened(word)) {
        const near = this.#near.get(shorter);
        if (near === undefined) this.#near.set(shorter, [word]);
        else near.push(word);
      }
    }
  }

  #collect(node: Node): void {
    for (const [word, next] of node.next) {
      this.#words.add(word);
      this.#collect(next);
    }
  }

  /** The word itself where it is known, else the known words one error away. */
  spellingsOf(word: string): readonly string[] {
    if (this.#words.has(word)) return [word];
    if (word.length < MIN_FUZZY_LETTERS || word.length > 40) return [];
    const near = new Set<string>();
    for (const shorter of shortened(word)) {
      for (const candidate of this.#near.get(shorter) ?? []) {
        if (candidate[0] === word[0] && isOneErrorAway(candidate, word)) near.add(candidate);
      }
    }
    return [...near];
  }
}

/** The word itself and every form of it less one letter. */
function shortened(word: string): string[] {
  const forms = [word];
  for (let index = 0; index < word.length; index += 1)
    forms.push(word.slice(0, index) + word.slice(index + 1));
  return forms;
}

/** True where one letter inserted, removed, replaced, or swapped with its neighbour makes `a` into `b`. */
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
