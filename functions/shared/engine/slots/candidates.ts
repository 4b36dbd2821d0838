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
