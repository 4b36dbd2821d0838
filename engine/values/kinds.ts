import type { Language } from '../language/language.ts';
import { madeOnce } from '../language/languages.ts';

/** The words of a field of the language. */
export type Words = ReadonlySet<string> | readonly string[] | ReadonlyMap<string, unknown>;

/** A set of word kinds, one bit each: two numbers for those of times, one for fields of the language. */
export type Bits = readonly [low: number, high: number, fields: number];
export const NOTHING: Bits = [0, 0, 0];
export const both = (bits: Bits, more: Bits): Bits => [
  bits[0] | more[0],
  bits[1] | more[1],
  bits[2] | more[2],
];

const BITS = new Map<string, Bits>();
const FIELDS = new Map<string, Bits>();

/** True for a field of the language with words: `numbers.half`. */
export const isField = (kind: string): boolean => kind.includes('.');

/** The bit of a kind. Beyond 64 kinds or 32 fields, bits are shared, which only costs needless attempts. */
export function bitOf(kind: string): Bits {
  const known = isField(kind) ? FIELDS : BITS;
  let bits = known.get(kind);
  if (bits === undefined) {
    const bit = 1 << (known.size % 32);
    bits = known === FIELDS ? [0, 0, bit] : known.size % 64 < 32 ? [bit, 0, 0] : [0, bit, 0];
    known.set(kind, bits);
  }
  return bits;
}

export function wordsNamed(field: string, language: Language): Words {
  const [part, name] = field.split('.') as [keyof Language, string];
  // Patterns contain only names of fields with words.
  return (language[part] as unknown as Readonly<Record<string, Words>>)[name] as Words;
}

const phrasesOf = (words: Words): Iterable<string> => ('get' in words ? words.keys() : words);

/** The index of a language: how many fields it holds, and their bits by word. */
const indexOf = madeOnce(() => ({ fields: 0, byWord: new Map<string, Bits>() }));

/**
 * By the words that begin phrases of fields, which fields they are.
 * A module of rules that is loaded later may name further fields: the index then gets those too.
 */
export function fieldsByWord(language: Language): ReadonlyMap<string, Bits> {
  const index = indexOf(language);
  if (index.fields < FIELDS.size) {
    for (const [field, bits] of [...FIELDS].slice(index.fields))
      for (const phrase of phrasesOf(wordsNamed(field, language))) {
        const [word = ''] = phrase.split(' ');
        index.byWord.set(word, both(index.byWord.get(word) ?? NOTHING, bits));
      }
    index.fields = FIELDS.size;
  }
  return index.byWord;
}
