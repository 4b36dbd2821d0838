import { training as german } from './de/training.ts';
import { training as english } from './en/training.ts';
import { training as spanish } from './es/training.ts';
import { training as french } from './fr/training.ts';
import { training as italian } from './it/training.ts';
import { training as japanese } from './ja/training.ts';
import { training as dutch } from './nl/training.ts';
import { training as portuguese } from './pt/training.ts';
import type { TrainingRows } from './training-rows.ts';
import { training as chinese } from './zh/training.ts';

/** Training rows of the languages in `languages.ts`. */
export const TRAINING_ROWS: readonly TrainingRows[] = [
  english,
  spanish,
  german,
  french,
  portuguese,
  italian,
  dutch,
  japanese,
  chinese,
];

/** A language's training rows; null if it has no folder here. */
export const trainingRowsOf = (code: string): TrainingRows | null =>
  TRAINING_ROWS.find((rows) => rows.code === code) ?? null;

/** A language's generic out-of-scope rows; empty if it has no folder here. */
export const outOfScopeRows = (code: string): readonly string[] => trainingRowsOf(code)?.outOfScope ?? [];
