import { normalise, plainWords } from '../words.ts';
import { isOneErrorAway } from './gazetteer.ts';

const MAX_CANDIDATES = 500;

/**
 * Resolves the user's words to one of the business logic's candidates: strings, or objects with a `value` (or a
 * `name`). Null where none fits, or several equally well.
 */
export function pickCandidate(tokens: string, candidates: readonly unknown[]): unknown {
  const words = plainWords(tokens);
  if (words === '') return null;
  let best: unknown = null;
  let bestScore = 0;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const score = closeness(words, plainWords(textOf(candidate)));
    if (score === bestScore) best = null;
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Resolves the user's words by a business logic's mappings: a list of `{values: {canonical: [synonyms]}}`, or one
 * such object of canonical values alone. The candidate with that value is what comes out, else the value itself.
 */
export function pickMapped(tokens: string, mappings: unknown, candidates: readonly unknown[]): unknown {
  const synonyms = (Array.isArray(mappings) ? mappings.slice(0, 20) : [mappings]).flatMap(synonymsOf);
  const words = plainWords(tokens);
  if (words === '') return null;
  const scored = synonyms
    .slice(0, MAX_CANDIDATES)
    .map(({ canonical, synonym }) => ({ canonical, score: closeness(words, plainWords(synonym)) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const found = new Set(
    scored.filter(({ score }) => score > 0 && score === best).map((one) => one.canonical),
  );
  const [canonical] = found;
  if (canonical === undefined || found.size > 1) return null;
  return candidates.find((candidate) => textOf(candidate) === canonical) ?? canonical;
}

function synonymsOf(mapping: unknown): { canonical: string; synonym: string }[] {
  if (typeof mapping !== 'object' || mapping === null) return [];
  const values: unknown = 'values' in mapping ? mapping.values : mapping;
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .slice(0, MAX_CANDIDATES)
    .flatMap(([key, synonyms]: [string, unknown]) => {
      const canonical = Array.isArray(values) ? textOf(synonyms) : key;
      const others = Array.isArray(synonyms) ? synonyms : [synonyms];
      return [canonical, ...others.map(textOf)].map((synonym) => ({ canonical, synonym }));
    });
}

function closeness(words: string, name: string): number {
  if (name === '') return 0;
  if (words === name) return 3;
  if (` ${name} `.includes(` ${words} `) || ` ${words} `.includes(` ${name} `)) return 2;
  const [one, other] = [words.replaceAll(' ', ''), name.replaceAll(' ', '')];
  return one.length >= 5 && isOneErrorAway(normalise(one), normalise(other)) ? 1 : 0;
}

function textOf(candidate: unknown): string {
  if (typeof candidate === 'string' || typeof candidate === 'number') return String(candidate).slice(0, 200);
  if (typeof candidate !== 'object' || candidate === null) return '';
  for (const field of ['value', 'name'] as const) {
    const text = Object.hasOwn(candidate, field) ? (candidate as Record<string, unknown>)[field] : undefined;
    if (typeof text === 'string' || typeof text === 'number') return String(text).slice(0, 200);
  }
  return '';
}
