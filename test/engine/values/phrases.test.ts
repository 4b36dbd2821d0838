import { test } from 'vitest';
import { GERMAN } from './phrases/de.ts';
import { ENGLISH } from './phrases/en.ts';
import { SPANISH } from './phrases/es.ts';
import { FRENCH } from './phrases/fr.ts';
import { ITALIAN } from './phrases/it.ts';
import { JAPANESE } from './phrases/ja.ts';
import { DUTCH } from './phrases/nl.ts';
import { expectValues } from './phrases/phrase.ts';
import { PORTUGUESE } from './phrases/pt.ts';
import { CHINESE } from './phrases/zh.ts';

test.each([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['pt', PORTUGUESE],
  ['it', ITALIAN],
  ['nl', DUTCH],
  ['ja', JAPANESE],
  ['zh', CHINESE],
] as const)('the phrases of %s give their values', expectValues);
