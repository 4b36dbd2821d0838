import { describe, expect, test } from 'vitest';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { wordsIn } from '../../../engine/values/words-in.ts';
import { GERMAN } from './phrases/de.ts';
import { ENGLISH } from './phrases/en.ts';
import { SPANISH } from './phrases/es.ts';
import { FRENCH } from './phrases/fr.ts';
import { ITALIAN } from './phrases/it.ts';
import { JAPANESE } from './phrases/ja.ts';
import { DUTCH } from './phrases/nl.ts';
import { NOW, TIME_OFFSET } from './phrases/phrase.ts';
import { PORTUGUESE } from './phrases/pt.ts';
import { CHINESE } from './phrases/zh.ts';

const clock = { now: NOW, offsetMinutes: TIME_OFFSET };

describe.each([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['pt', PORTUGUESE],
  ['it', ITALIAN],
  ['nl', DUTCH],
  ['ja', JAPANESE],
  ['zh', CHINESE],
] as const)('in %s', (language, phrases) => {
  test.each(phrases.map((phrase) => [phrase[0], phrase[1], phrase] as const))(
    '“%s” as %s',
    (text, entity, phrase) => {
      const recognize = builtInRecognizer(entity, null);
      const all = recognize?.({ text, words: wordsIn(text, language), language, clock }) ?? [];
      const found = all.filter(({ quality }) => quality !== 'answer');
      const [, , raw, value, extra] = phrase;
      if (raw === null) return expect(found).toEqual([]);
      const [first] = found;
      const kept = first && {
        raw: text.slice(first.start, first.end),
        value: first.value,
        extra: first.details.end ?? first.details.currency,
      };
      expect(kept).toEqual({ raw, value, extra });
    },
  );
});
