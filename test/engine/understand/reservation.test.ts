import { expect, it } from 'vitest';
import { languageOf } from '../../../engine/language/languages.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import { replyToQuestion } from '../../../engine/understand/reservation.ts';
import type { Utterance } from '../../../engine/values/recognizer.ts';
import { wordsIn } from '../../../engine/values/words-in.ts';

it.each([
  ['de', 'ja vom Giro aufs Sparkonto', ['Giro', 'Sparkonto']],
  ['de', 'ja am Freitag beim Arzt', ['Freitag', 'Arzt']],
  ['en', 'yes from checking to savings', ['checking', 'savings']],
])(
  'a yes in %s with values that are held and small words about them reserves nothing: “%s”',
  (language, text, values) => {
    const told = values.map((value) => ({
      start: text.indexOf(value),
      end: text.indexOf(value) + value.length,
    }));
    const unsure = Object.fromEntries(ACTS.map((act) => [act, 0.9])) as Record<Act, number>;
    const utterance = { text, words: wordsIn(text, language), language } as unknown as Utterance;
    const inPlace = () => ({ likelihood: unsure, on: () => ({ start: 0, end: 0 }) });
    const readers = { inPlace, leaving: () => 1 };
    expect(replyToQuestion(utterance, told, languageOf(language), readers).reservation).toBe(0);
  },
);
