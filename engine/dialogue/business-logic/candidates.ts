import { plainWords } from '../../text/words.ts';
import { isOneErrorAway } from '../../values/spellings.ts';

const MAX_CANDIDATES = 500;
/** The maximum nesting of mappings. */
const MAX_MAPPING_DEPTH = 4;
/** The minimum letters of a word that can distinguish candidates. */
const MIN_TELLING_LETTERS = 3;

/** A candidate with one of its names. */
interface Named {
  candidate: unknown;
  name: string;
}

/**
 * Resolves the user's words to one of the business logic's candidates: strings, or objects with a `value` (or a
 * `name`). Null if none fits, or several fit equally well.
 */
export const pickCandidate = (tokens: string, candidates: readonly unknown[]): unknown =>
  closest(
    tokens,
    candidates.slice(0, MAX_CANDIDATES).map((candidate) => ({ candidate, name: textOf(candidate) })),
  );

/**
 * Resolves the user's words by the business logic's mappings: a list of `{values: {canonical: [synonyms]}}`, or one
 * object with only canonical values.
 * @returns the candidate with the resolved value, or else the value itself
 */
export function pickMapped(tokens: string, mappings: unknown, candidates: readonly unknown[]): unknown {
  const names = flat(mappings).flatMap(synonymsOf).slice(0, MAX_CANDIDATES);
  const canonical = closest(tokens, names);
  if (canonical === null) return null;
  return candidates.find((candidate) => textOf(candidate) === canonical) ?? canonical;
}

/** The value of a mapping `{type: "constant", value}`, the fallback if nothing else fits; null if there is none. */
export function constantOf(mappings: unknown): unknown {
  const constant = flat(mappings).find((mapping) => mapping.type === 'constant');
  return constant?.value ?? null;
}

/**
 * The one candidate that fits the words best; null if none or several do. From best to worst, a name equals the words;
 * it contains the words or they contain it; it differs by a typing error; it alone has one of the words.
 */
function closest(tokens: string, names: readonly Named[]): unknown {
  const spelled = spellingsOf(tokens);
  if (spelled.words === '') return null;
  const plain = names.map(({ candidate, name }) => ({ candidate, name: spellingsOf(name) }));
  const scored = plain.map(({ candidate, name }) => ({ candidate, score: closeness(spelled, name) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const named =
    best > 0
      ? scored.filter(({ score }) => score === best).map(({ candidate }) => candidate)
      : toldApart(spelled, plain);
  const [first, ...more] = new Set(named);
  return first === undefined || more.length > 0 ? null : first;
}

/** Normalised words, with spaces between them and without. */
interface Spellings {
  words: string;
  joined: string;
}

function spellingsOf(text: string): Spellings {
  const words = plainWords(text);
  return { words, joined: words.replaceAll(' ', '') };
}

function closeness(spelled: Spellings, name: Spellings): number {
  if (name.words === '') return 0;
  if (spelled.words === name.words) return 3;
  const [spelledWords, nameWords] = [` ${spelled.words} `, ` ${name.words} `];
  if (nameWords.includes(spelledWords) || spelledWords.includes(nameWords)) return 2;
  return spelled.joined.length >= 5 && isOneErrorAway(spelled.joined, name.joined) ? 1 : 0;
}

/**
 * The candidates whose name has a word of the user that no other candidate's name has; none if there is only one
 * candidate.
 */
function toldApart(spelled: Spellings, names: readonly { candidate: unknown; name: Spellings }[]): unknown[] {
  if (new Set(names.map(({ candidate }) => candidate)).size < 2) return [];
  const namedBy = new Map<string, Set<unknown>>();
  for (const { candidate, name } of names) {
    for (const word of name.words.split(' '))
      namedBy.set(word, (namedBy.get(word) ?? new Set()).add(candidate));
  }
  return spelled.words
    .split(' ')
    .filter((word) => word.length >= MIN_TELLING_LETTERS)
    .flatMap((word) => {
      const named = namedBy.get(word);
      return named?.size === 1 ? [...named] : [];
    });
}

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The mappings one by one, including nested ones (`children`). */
function flat(mappings: unknown, depth = 0): Mapping[] {
  if (depth > MAX_MAPPING_DEPTH) return [];
  const list = (Array.isArray(mappings) ? mappings.slice(0, 20) : [mappings]).filter(isMapping);
  return list.flatMap((mapping) => [mapping, ...flat(mapping.children, depth + 1)]);
}

/** The names in a mapping's `values`, or in the mapping itself if it contains only canonical values. */
function synonymsOf(mapping: Mapping): Named[] {
  const values = mapping.values ?? (Object.hasOwn(mapping, 'type') ? {} : mapping);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .slice(0, MAX_CANDIDATES)
    .flatMap(([key, synonyms]: [string, unknown]) => {
      const value = Array.isArray(values) ? textOf(synonyms) : key;
      const otherNames = Array.isArray(synonyms) ? synonyms : [synonyms];
      return [value, ...otherNames.map(textOf)].map((name) => ({ candidate: value, name }));
    });
}

function textOf(candidate: unknown): string {
  if (typeof candidate === 'string' || typeof candidate === 'number') return String(candidate).slice(0, 200);
  if (!isMapping(candidate)) return '';
  for (const field of ['value', 'name']) {
    const text = Object.hasOwn(candidate, field) ? candidate[field] : undefined;
    if (typeof text === 'string' || typeof text === 'number') return String(text).slice(0, 200);
  }
  return '';
}
