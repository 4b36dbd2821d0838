import { unpackArtifact } from '../artifact.ts';
import { readFloats, readJson, readWords } from '../sections.ts';
import { fnv1a } from '../text/hash.ts';
import { cutUnspaced, isUnspaced } from '../text/unspaced.ts';

/** Detects which of a few languages a text is in. */
export interface LanguageDetector {
  /** ISO 639-1. */
  readonly languages: readonly string[];
  /**
   * The evidence for each language, in the order of `languages`: summed log probabilities relative to the likeliest
   * language. Words unseen in all languages count nothing.
   */
  evidence(text: string): number[];
}

/** The detector's section in an artifact. */
export const LANGUAGES_SECTION = 'languages';

/** Longer texts are judged by their beginning. */
const MOST_SIGNS = 512;
const LONGEST_GRAM = 4;

/** A text's words for detection: letters only, with accents, in lower case. */
export const spokenWords = (text: string): string[] =>
  [
    ...text
      .slice(0, MOST_SIGNS)
      .toLowerCase()
      .normalize('NFC')
      .matchAll(/[\p{L}\p{M}]+/gu),
  ].flatMap(([run]) => (isUnspaced(run) ? cutUnspaced(run).map((part) => part.text) : [run]));

/** The word and its n-grams of up to four characters, with edge marks, as 32-bit hashes. */
export function gramsOf(word: string): number[] {
  const framed = `<${word}>`;
  const grams = new Set([hashOf(framed)]);
  for (let length = 1; length <= LONGEST_GRAM; length += 1)
    for (let at = 0; at + length <= framed.length; at += 1) grams.add(hashOf(framed.slice(at, at + length)));
  // A lone edge mark would only measure word length.
  for (const edge of EDGES) grams.delete(edge);
  return [...grams];
}

const hashOf = (gram: string): number => fnv1a(gram) >>> 0;

const EDGES: readonly number[] = ['<', '>'].map(hashOf);

/**
 * Loads what `trainLanguageDetector` returned.
 * @throws {ArtifactError} if the bytes are not a detector
 */
export function loadLanguageDetector(bytes: Uint8Array): LanguageDetector {
  const sections = unpackArtifact(bytes);
  const { languages } = readJson<{ languages: string[] }>(sections, 'meta');
  const places = new Map([...readWords(sections, 'grams')].map((gram, place) => [gram, place]));
  const weights = readFloats(sections, 'weights').slice();
  return {
    languages,
    evidence(text) {
      const sums = languages.map(() => 0);
      for (const word of spokenWords(text)) {
        const grams = gramsOf(word);
        for (const place of grams.flatMap((gram) => places.get(gram) ?? []))
          for (const index of languages.keys())
            sums[index] =
              (sums[index] ?? 0) + (weights[place * languages.length + index] ?? 0) / grams.length;
      }
      const most = Math.max(...sums);
      return sums.map((sum) => sum - most);
    },
  };
}
