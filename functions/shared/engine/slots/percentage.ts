import { firstWordFrom } from '../words.ts';
import { signedQuantitiesIn } from './quantities.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  en: ['percent', 'per cent', 'percentage points'],
  es: ['por ciento', 'por cien'],
  de: ['prozent'],
  fr: ['pour cent', 'pourcent', 'pourcents'],
  pt: ['por cento', 'porcento'],
  it: ['per cento', 'percento'],
};

/** A number with a percent sign or its name after it: `5.5%` is 5.5. */
export const recognizePercentages: Recognizer = (utterance) => {
  const found: Candidate[] = [];
  for (const { start, end, value } of signedQuantitiesIn(utterance)) {
    // In French, the name holds a number: "vingt pour cent".
    if (start < (found.at(-1)?.end ?? 0)) continue;
    const close = endOfPercent(utterance, end);
    // "5" answers the question for a rate.
    found.push({
      start,
      end: close ?? end,
      value,
      details: {},
      quality: close === null ? 'answer' : 'exact',
    });
  }
  return found;
};

/** Where a percent sign or its name ends that follows a number, or null. */
function endOfPercent({ text, words, language }: Utterance, end: number): number | null {
  const sign = /^[ \u00a0\u202f]?%/.exec(text.slice(end, end + 2));
  if (sign !== null) return end + sign[0].length;
  const next = firstWordFrom(words, end);
  for (const name of NAMES[language] ?? []) {
    const parts = name.split(' ');
    const last = words[next + parts.length - 1];
    if (last !== undefined && parts.every((part, index) => words[next + index]?.text === part))
      return last.end;
  }
  return null;
}
