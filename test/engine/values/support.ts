import { wordsOf } from '../../../engine/text/words.ts';
import type { Recognizer, Utterance } from '../../../engine/values/recognizer.ts';

export const utteranceOf = (text: string, language = 'en'): Utterance => ({
  text,
  words: wordsOf(text),
  clock: { now: Date.UTC(2026, 2, 18, 9, 30), offsetMinutes: 60 },
  language,
});

/** Returns a recogniser's candidates, each as the user's words and the value. */
export const found = (recognize: Recognizer, text: string, language = 'en') =>
  recognize(utteranceOf(text, language)).map(({ start, end, value }) => [text.slice(start, end), value]);
