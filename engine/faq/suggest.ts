import type { Faq } from './ask.ts';
import { spokenText } from './spoken-text.ts';

/** A passage that may answer a question, whether or not the assistant would have answered with it. */
export interface Suggestion {
  title: string;
  collection: string;
  source: string;
  /** Plain text. */
  text: string;
  /** 0…1. */
  score: number;
}

/**
 * Finds the best passages of all collections, one per document, for people who decide themselves whether one answers.
 * @returns the best first
 */
export function suggest(
  { collections, embed }: Faq,
  query: string,
  language: string,
  limit: number,
): Suggestion[] {
  const found = collections.flatMap(({ settings: { collection }, index }) =>
    index
      .search(query, { language, embed: embed?.(language), topK: limit })
      .candidates.map(({ title, source, passage, score }) => ({ title, collection, source, passage, score })),
  );
  return found
    .filter(({ score }) => score > 0)
    .sort((first, second) => second.score - first.score)
    .slice(0, limit)
    .map(({ passage, ...suggestion }) => ({ ...suggestion, text: spokenText(passage) }));
}
