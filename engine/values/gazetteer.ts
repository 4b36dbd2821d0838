import { type CompiledEntity, valueNames } from '../assistant.ts';
import { languageOf } from '../language/languages.ts';
import { normalForm } from '../normal-form.ts';
import { endsClause } from '../text/pauses.ts';
import { foldAccents, spellUmlauts, type Word } from '../text/words.ts';
import { type Candidate, MOST_VALUES, type Recognizer } from './recognizer.ts';
import { Vocabulary } from './spellings.ts';
import { wordsIn } from './words-in.ts';

interface Node {
  next: Map<string, Node>;
  canonical: string | null;
}

const MAX_PHRASE_WORDS = 16;
/** Minimum letters of a phrase whose spaces may be missing, and of a word that may be split by a space. */
const MIN_JOINED_LETTERS = 7;
/** Maximum letters of a word that is uncertain without its accent if only the accent distinguishes it: `té`, `te`. */
const MAX_VAGUE_LETTERS = 3;

/**
 * Recognises an entity's values and their synonyms as whole words in any letter case, with or without accents. The
 * longest phrase wins.
 * - A word of five or more letters may have one typing error (a letter missing, added, replaced, or two swapped), but
 *   not in its first letter. A word of four letters may have one in an answer to the question for the value.
 * - A word may have a plural s or another ending of the language.
 * - Spaces may be missing or added.
 * - A word that only one value's phrases have stands for the value without its noun: “the mixed one”, and as an
 *   answer “die große”.
 */
export function gazetteerRecognizer(entity: CompiledEntity, language: string): Recognizer {
  const root: Node = { next: new Map(), canonical: null };
  const accented = new Set<string>();
  const named = phrasesOf(entity, language);
  for (const { canonical, phrase } of named) {
    add(root, spelled(phrase, language), canonical);
    if (isVagueUnaccented(phrase)) accented.add(foldAccents(phrase.toLowerCase()));
  }
  // Variants come last, so that a value's own name takes precedence over another value's variant.
  const {
    numbers: { articles, small },
    inflection,
  } = languageOf(language);
  const ones = new Set([...articles, ...[...small.keys()].filter((word) => small.get(word) === 1)]);
  for (const { canonical, phrase } of named)
    for (const words of spellingsOf(phrase, language))
      addVariants(root, words, canonical, { articles, ones });
  const vocabulary = new Vocabulary(namesIn(root), inflection);
  const telling = tellingWords(named, language);
  return ({ text, words }) => {
    const candidates: Candidate[] = [];
    for (let index = 0; index < words.length && candidates.length < MOST_VALUES; ) {
      const match =
        longest(root, words, index, text, vocabulary) ??
        withoutNoun(telling, words, index, { text, language, vocabulary });
      const first = words[index];
      const last = match === null ? undefined : words[index + match.length - 1];
      const isNoWord = match?.length === 1 && first !== undefined && isJoinedLetter(first, text);
      if (match === null || first === undefined || last === undefined || isNoWord) {
        index += 1;
        continue;
      }
      const { start } = first;
      const { end } = last;
      const isVague = accented.has(text.slice(start, end).toLowerCase());
      const quality =
        isVague || match.isElliptic
          ? 'weak'
          : match.isAnswer
            ? 'answer'
            : match.errors === 0
              ? 'exact'
              : 'fuzzy';
      candidates.push({ start, end, value: match.canonical, details: {}, quality });
      index += match.length;
    }
    return candidates;
  };
}

/** True for a letter that an apostrophe joins to a word: the s of “what’s”, the l of “l’eau”, but not the A of “l’A”. */
const isJoinedLetter = ({ start, end }: Word, text: string): boolean =>
  end - start === 1 &&
  (/\p{L}\p{L}['’]$/u.test(text.slice(Math.max(0, start - 3), start)) ||
    /^['’]\p{L}/u.test(text.slice(end, end + 2)));

/** The phrases for each value: its names, and its canonical form. */
function phrasesOf(entity: CompiledEntity, language: string): { canonical: string; phrase: string }[] {
  return Object.keys(entity.values).flatMap((canonical) => {
    const phrases = new Set([canonical, ...valueNames(entity, canonical, language)]);
    return [...phrases].map((phrase) => ({ canonical, phrase }));
  });
}

/** Plain spellings of letters that are no letter with an accent, such as `ß` and `œ`. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' };
const plain = (word: string): string => word.replace(/[ßœæøłđ]/g, (letter) => LETTERS[letter] ?? letter);

const spelled = (phrase: string, language: string): string[] =>
  wordsIn(phrase, language).map(({ text }) => plain(text));

const isVagueUnaccented = (phrase: string): boolean =>
  phrase.length <= MAX_VAGUE_LETTERS && foldAccents(phrase) !== normalForm(phrase, 'NFC');

/** The words of a phrase, in plain spelling and with two letters for each umlaut. */
const spellingsOf = (phrase: string, language: string): string[][] =>
  [phrase, spellUmlauts(normalForm(phrase, 'NFC'))].map((match) => spelled(match, language));

/**
 * Adds a phrase and its variants: without spaces, without the articles in it, and with another article or "one" as
 * first word.
 */
function addVariants(
  root: Node,
  words: readonly string[],
  canonical: string,
  { articles, ones }: { articles: ReadonlySet<string>; ones: ReadonlySet<string> },
): void {
  add(root, words, canonical);
  const joined = words.join('');
  if (words.length > 1 && joined.length >= MIN_JOINED_LETTERS && !/\d/.test(joined))
    add(root, [joined], canonical);
  const [first, ...following] = words;
  if (first === undefined) return;
  const named = following.filter((word) => !articles.has(word));
  if (named.length > 0 && named.length < following.length) add(root, [first, ...named], canonical);
  if (ones.has(first) && following.length > 0)
    for (const match of ones) add(root, [match, ...following], canonical);
}

function add(root: Node, words: readonly string[], canonical: string): void {
  if (words.length === 0 || words.length > MAX_PHRASE_WORDS) return;
  let node = root;
  for (const text of words) {
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

function* namesIn(node: Node): Generator<string> {
  for (const [word, next] of node.next) {
    yield word;
    yield* namesIn(next);
  }
}

interface Match {
  canonical: string;
  length: number;
  errors: number;
  /** True for a short word that counts only as the answer to the question for a value. */
  isAnswer: boolean;
  /** True if the match contains a comma. */
  isParted: boolean;
  /** True for a value without its noun: “the mixed one”. */
  isElliptic?: true;
}

/** The words of longer phrases that only one value has, with that value. */
function tellingWords(
  named: readonly { canonical: string; phrase: string }[],
  language: string,
): ReadonlyMap<string, string> {
  const { connecting, search } = languageOf(language);
  const valuesOf = new Map<string, Set<string>>();
  const whole = new Set<string>();
  for (const { canonical, phrase } of named) {
    const words = spelled(phrase, language);
    if (words.length === 1) whole.add(words[0] ?? '');
    for (const word of words) valuesOf.set(word, (valuesOf.get(word) ?? new Set()).add(canonical));
  }
  return new Map(
    [...valuesOf].flatMap(([word, [canonical = '', ...more]]) =>
      more.length > 0 ||
      whole.has(word) ||
      connecting.has(word) ||
      search.stopWords.has(word) ||
      /\d/.test(word)
        ? []
        : [[word, canonical] as const],
    ),
  );
}

/** Reads a value without its noun, between a definite article and a pronoun or the end of the clause. */
function withoutNoun(
  telling: ReadonlyMap<string, string>,
  words: readonly Word[],
  at: number,
  { text, language, vocabulary }: { text: string; language: string; vocabulary: Vocabulary },
): Match | null {
  const word = words[at];
  const { beforePronoun, ordinalPronoun } = languageOf(language).numbers;
  if (word === undefined || telling.size === 0 || !beforePronoun.has(words[at - 1]?.text ?? '')) return null;
  const [only, ...more] = vocabulary.spellingsOf(plain(word.text), false, telling);
  const canonical = more.length > 0 ? undefined : telling.get(only?.spelling ?? '');
  const isPronoun = ordinalPronoun !== null && words[at + 1]?.text === ordinalPronoun;
  if (canonical === undefined || !(isPronoun || endsClause(text, word.end))) return null;
  const match = { canonical, length: isPronoun ? 2 : 1, errors: 0, isParted: false };
  return isPronoun ? { ...match, isAnswer: false, isElliptic: true } : { ...match, isAnswer: true };
}

function longest(
  root: Node,
  words: readonly Word[],
  from: number,
  text: string,
  vocabulary: Vocabulary,
): Match | null {
  let best: Match | null = null;
  const walk = (node: Node, length: number, errors: number, isParted: boolean, isAnswer = false): void => {
    if (node.canonical !== null) {
      const match = { canonical: node.canonical, length, errors, isParted, isAnswer };
      if (best === null || isBetter(match, best)) best = match;
    }
    const word = words[from + length];
    if (word === undefined) return;
    const gap = length === 0 ? '' : text.slice(words[from + length - 1]?.end, word.start);
    if (/[;!?\n]/.test(gap)) return;
    const isApart = isParted || gap.includes(',');
    const plainText = plain(word.text);
    for (const { spelling, isInPhrase } of vocabulary.spellingsOf(plainText, node === root, node.next)) {
      const next = node.next.get(spelling);
      if (next === undefined || (isInPhrase && errors > 0)) continue;
      const isOwn = spelling === plainText;
      // A short mistyped word counts by itself only in an answer; otherwise it needs the rest of its phrase.
      const isShort = length === 0 && isInPhrase && next.canonical !== null;
      if (isShort) walk({ ...next, next: new Map() }, 1, errors + 1, isApart, true);
      walk(isShort ? { ...next, canonical: null } : next, length + 1, errors + (isOwn ? 0 : 1), isApart);
    }
    const after = words[from + length + 1];
    const joined = after === undefined ? '' : plainText + plain(after.text);
    const whole = joined.length >= MIN_JOINED_LETTERS ? node.next.get(joined) : undefined;
    const isSpace = after !== undefined && /^[ \u00a0-]$/.test(text.slice(word.end, after.start));
    if (whole !== undefined && isSpace) walk(whole, length + 2, errors + 1, isApart);
  };
  walk(root, 0, 0, false);
  return best;
}

/** A match without a comma is better, then a longer match, then a match with fewer errors. */
function isBetter(match: Match, rival: Match): boolean {
  if (match.isParted !== rival.isParted) return !match.isParted;
  return match.length > rival.length || (match.length === rival.length && match.errors < rival.errors);
}
