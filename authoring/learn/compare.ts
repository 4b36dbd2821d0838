import type { Measures } from '../evaluation/measure.ts';
import type { Report } from '../evaluation/report.ts';
import { aligned, FIGURES } from '../evaluation/table.ts';
import type { LearnedUtterance } from './accept.ts';

/** A held-out utterance with its right label and the predicted label. */
export interface Mistake {
  language: string;
  text: string;
  expected: string;
  predicted: string;
}

/** The change in an assistant's understanding. */
export interface Comparison {
  figures: { name: string; before: string; after: string }[];
  /** The labels with new utterances. */
  learned: string[];
  /**
   * Earlier utterances that were wrong before and are right now; `worse` is the reverse. Mistakes that
   * involve a label with new utterances come first.
   */
  better: Mistake[];
  worse: Mistake[];
  /** How many folds were measured, and how many there are. */
  folds: { measured: number; of: number };
  /** The number of new utterances in these folds, and those that are misunderstood when held out. */
  fresh: { utterances: number; mistakes: Mistake[] };
}

/**
 * Compares two cross-validations. The second includes the new utterances; the earlier ones are in the same
 * folds in both.
 */
export function compareReports(
  before: Report,
  after: Report,
  added: readonly LearnedUtterance[],
  folds: Comparison['folds'],
): Comparison {
  const isNew = new Set(
    added.map(({ label, language, utterance }) => keyOf({ language, text: utterance, expected: label })),
  );
  const [was, is] = [mistakesOf(before.overall), mistakesOf(after.overall)];
  const learned = [...new Set(added.map(({ label }) => label))];
  const nearFirst = (mistakes: readonly Mistake[]) => [
    ...mistakes.filter((mistake) => concerns(mistake, learned)),
    ...mistakes.filter((mistake) => !concerns(mistake, learned)),
  ];
  const [wasKeys, isKeys] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  return {
    figures: FIGURES.map(({ name, of }) => ({ name, before: of(before.overall), after: of(after.overall) })),
    learned,
    folds,
    better: nearFirst(was.filter((mistake) => !isKeys.has(keyOf(mistake)))),
    worse: nearFirst(is.filter((mistake) => !wasKeys.has(keyOf(mistake)) && !isNew.has(keyOf(mistake)))),
    fresh: { utterances: added.length, mistakes: is.filter((mistake) => isNew.has(keyOf(mistake))) },
  };
}

const keyOf = ({ language, text, expected }: Pick<Mistake, 'language' | 'text' | 'expected'>): string =>
  [language, expected, text].join('\n');

const concerns = ({ expected, predicted }: Mistake, labels: readonly string[]): boolean =>
  labels.includes(expected) || labels.includes(predicted);

const mistakesOf = ({ confusions }: Measures): Mistake[] =>
  confusions.flatMap(({ expected, predicted, utterances }) =>
    utterances.map(({ text, language }) => ({ language, text, expected, predicted })),
  );

const MOST = 20;

export function formatComparison({ figures, learned, folds, better, worse, fresh }: Comparison): string {
  const head = (what: string, mistakes: readonly Mistake[]) => {
    const near = mistakes.filter((mistake) => concerns(mistake, learned)).length;
    return `${what}: ${mistakes.length}${mistakes.length === 0 ? '' : `, of which ${near} involve states with new utterances`}`;
  };
  const table = [['', 'before', 'after'], ...figures.map(({ name, before, after }) => [name, before, after])];
  const understood = fresh.utterances - fresh.mistakes.length;
  const measured =
    folds.measured === folds.of
      ? []
      : [
          `Measured by ${folds.measured} of ${folds.of} parts, those that the time allowed; --minutes gives it more.`,
        ];
  return [
    ...measured,
    aligned(table),
    part(head('Understood now, and not before', better), better),
    part(head('Understood before, and not now', worse), worse),
    part(
      `Of the ${fresh.utterances} new utterances, ${understood} are understood without training on them.`,
      fresh.mistakes,
    ),
  ].join('\n\n');
}

function part(head: string, mistakes: readonly Mistake[]): string {
  const lines = mistakes
    .slice(0, MOST)
    .map(({ text, expected, predicted }) => `  “${text}” (${expected}), taken for ${predicted}`);
  const more = mistakes.length - MOST;
  return [head, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
