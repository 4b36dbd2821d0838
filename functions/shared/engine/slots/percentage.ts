import { firstWordFrom } from '../words.ts';
import { numbersIn } from './number.ts';
import type { Recognizer } from './recognizer.ts';

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
  const { text, words, language } = utterance;
  return numbersIn(utterance).flatMap(({ start, end, value }) => {
    const sign = /^[ \u00a0\u202f]?%/.exec(text.slice(end, end + 2));
    const next = firstWordFrom(words, end);
    const named = (NAMES[language] ?? []).flatMap((name) => {
      const parts = name.split(' ');
      const last = words[next + parts.length - 1];
      return last !== undefined && parts.every((part, index) => words[next + index]?.text === part)
        ? [last.end]
        : [];
    });
    const close = sign === null ? named[0] : end + sign[0].length;
    return close === undefined ? [] : [{ start, end: close, value, details: {}, quality: 'exact' as const }];
  });
};
