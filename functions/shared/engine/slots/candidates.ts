import { normalise, plainWords } from '../words.ts';
import { isOneErrorAway } from './spellings.ts';

const MAX_CANDIDATES = 500;
/** Mappings that stand in each other, at most. */
const MAX_MAPPING_DEPTH = 4;
/** Shorter words tell nothing apart. */
const MIN_TELLING_LETTERS = 3;

/** A name, and what it is a name of. */
interface Named {
  of: unknown;
  name: string;
}

/**
 * Resolves the user's words to one of the business logic's candidates: strings, or objects with a `value` (or a
 * `name`). Null where none fits, or several equally well.
 */
export const pickCandidate = (tokens: string, candidates: readonly unknown[]): unknown =>
  closest(
    tokens,
    candidates.slice(0, MAX_CANDIDATES).map((candidate) => ({ of: candidate, name: textOf(candidate) })),
  );

/**
 * Resolves the user's words by a business logic's mappings: a list of `{values: {canonical: [synonyms]}}`, or one
 * such object of canonical values alone. The candidate with that value is what comes out, else the value itself.
 */
export function pickMapped(tokens: string, mappings: unknown, candidates: readonly unknown[]): unknown {
  const names = flat(mappings).flatMap(synonymsOf).slice(0, MAX_CANDIDATES);
  const canonical = closest(tokens, names);
  if (canonical === null) return null;
  return candidates.find((candidate) => textOf(candidate) === canonical) ?? canonical;
}

/** The value of a mapping `{type: "constant", value}`, which stands for whatever nothing else fits; else null. */
export function constantOf(mappings: unknown): unknown {
  const constant = flat(mappings).find((mapping) => mapping.type === 'constant');
  return constant?.value ?? null;
}

/** What the words name: as a whole, within each other, but for one typing error, or by a word that it alone has. */
function closest(tokens: string, names: readonly Named[]): unknown {
  const words = plainWords(tokens);
  if (words === '') return null;
  const plain = names.map(({ of, name }) => ({ of, name: plainWords(name) }));
  const scored = plain.map(({ of, name }) => ({ of, score: closeness(words, name) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const found =
    best > 0 ? scored.filter(({ score }) => score === best).map(({ of }) => of) : toldApart(words, plain);
  const [first, ...others] = new Set(found);
  return first === undefined || others.length > 0 ? null : first;
}

function closeness(words: string, name: string): number {
  if (name === '') return 0;
  if (words === name) return 3;
  if (` ${name} `.includes(` ${words} `) || ` ${words} `.includes(` ${name} `)) return 2;
  const [one, other] = [words.replaceAll(' ', ''), name.replaceAll(' ', '')];
  return one.length >= 5 && isOneErrorAway(normalise(one), normalise(other)) ? 1 : 0;
}

/** All that have a word of the user's in their names which no other has; one alone is not told apart by any. */
function toldApart(words: string, names: readonly Named[]): unknown[] {
  if (new Set(names.map(({ of }) => of)).size < 2) return [];
  return words
    .split(' ')
    .filter((word) => word.length >= MIN_TELLING_LETTERS)
    .map((word) => new Set(names.filter(({ name }) => name.split(' ').includes(word)).map(({ of }) => of)))
    .flatMap((named) => (named.size === 1 ? [...named] : []));
}

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The mappings one by one, those within others (`children`) too. */
function flat(mappings: unknown, depth = 0): Mapping[] {
  if (depth > MAX_MAPPING_DEPTH) return [];
  const list = (Array.isArray(mappings) ? mappings.slice(0, 20) : [mappings]).filter(isMapping);
  return list.flatMap((mapping) => [mapping, ...flat(mapping.children, depth + 1)]);
}

/** Those of `values`; of a mapping that is nothing but canonical values, its own. */
function synonymsOf(mapping: Mapping): Named[] {
  const values = mapping.values ?? (Object.hasOwn(mapping, 'type') ? {} : mapping);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .slice(0, MAX_CANDIDATES)
    .flatMap(([key, synonyms]: [string, unknown]) => {
      const of = Array.isArray(values) ? textOf(synonyms) : key;
      const others = Array.isArray(synonyms) ? synonyms : [synonyms];
      return [of, ...others.map(textOf)].map((name) => ({ of, name }));
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
