import { expect } from 'vitest';
import { builtInRecognizer } from '../../../../engine/values/built-in.ts';
import type { Candidate } from '../../../../engine/values/recognizer.ts';
import { wordsIn } from '../../../../engine/values/words-in.ts';

/** The clock of all phrase tables: Wednesday, 18 March 2026, 10:30 at an offset of 60 minutes. */
export const NOW = Date.UTC(2026, 2, 18, 9, 30);
export const TIME_OFFSET = 60;

/** `[text, entity, the user's words, value, end or currency]`; null where nothing may be found. */
export type Phrase =
  | readonly [text: string, entity: string, raw: string, value: string | number, extra?: string]
  | readonly [text: string, entity: string, raw: null];

export function candidatesOf(
  language: string,
  text: string,
  entity: string,
  currency: string | null = null,
): readonly Candidate[] {
  const clock = { now: NOW, offsetMinutes: TIME_OFFSET };
  return (
    builtInRecognizer(entity, currency)?.({ text, words: wordsIn(text, language), language, clock }) ?? []
  );
}

/** Expects the first value of a kind in each phrase to be that of the phrase, or none to be there. */
export function expectValues(language: string, phrases: readonly Phrase[]): void {
  for (const [text, entity, raw, value, extra] of phrases) {
    const found = candidatesOf(language, text, entity).filter(({ quality }) => quality !== 'answer');
    const kept = found.slice(0, raw === null ? found.length : 1).map(({ start, end, value, details }) => ({
      raw: text.slice(start, end),
      value,
      extra: details.end ?? details.currency,
    }));
    expect.soft(kept, `“${text}” as ${entity}`).toEqual(raw === null ? [] : [{ raw, value, extra }]);
  }
}
