import type { Measures } from './measure.ts';
import type { Report } from './report.ts';

const MOST_CONFUSIONS = 10;
const MOST_UTTERANCES = 3;
const MOST_LABELS = 10;
const MOST_MISTAKES = 10;

export const percent = (share: number | null): string =>
  share === null ? '–' : `${(100 * share).toFixed(1)} %`;

/** The figures in the table, side by side for each language. */
export const FIGURES: readonly { name: string; of: (measures: Measures) => string }[] = [
  { name: 'utterances', of: ({ utterances }) => String(utterances) },
  { name: 'out of scope', of: (measures) => String(measures.out_of_scope_utterances) },
  { name: 'accuracy', of: ({ in_scope_accuracy }) => percent(in_scope_accuracy) },
  { name: 'without rejection', of: ({ closed_accuracy }) => percent(closed_accuracy) },
  { name: 'macro F1', of: ({ macro_f1 }) => percent(macro_f1) },
  { name: 'ambiguous', of: ({ ambiguous }) => percent(ambiguous) },
  { name: 'out-of-scope recall', of: ({ oos_recall }) => percent(oos_recall) },
  { name: 'out-of-scope precision', of: ({ oos_precision }) => percent(oos_precision) },
  { name: 'calibration error', of: ({ ece }) => percent(ece) },
  { name: 'slot F1', of: ({ slots }) => percent(slots.f1) },
];

/** A report for the terminal. */
export function toText(report: Report): string {
  const { overall, folds, seed, seconds } = report;
  const intro = `${report.assistant}: ${folds}-fold cross-validation, seed ${seed}, ${seconds} s.`;
  const parts = [intro, columns(report), labelLines(overall), confusionLines(overall), slotLines(overall)];
  return parts.filter((part) => part !== '').join('\n\n');
}

function columns({ overall, languages }: Report): string {
  const names = Object.keys(languages);
  const sides: [string, Measures][] = names.length === 1 ? [] : Object.entries(languages);
  const all: [string, Measures][] = [['all', overall], ...sides];
  return aligned([
    ['', ...all.map(([name]) => name)],
    ...FIGURES.map(({ name, of }) => [name, ...all.map(([, measures]) => of(measures))]),
  ]);
}

function labelLines({ labels }: Measures): string {
  const weak = labels.filter(({ f1 }) => f1 < 1).slice(0, MOST_LABELS);
  if (weak.length === 0) return '';
  const rows = weak.map(({ label, utterances, precision, recall, f1 }) => [
    label,
    percent(f1),
    percent(precision),
    percent(recall),
    String(utterances),
  ]);
  return `Least well understood:\n${aligned([['', 'F1', 'precision', 'recall', 'utterances'], ...rows])}`;
}

function confusionLines({ confusions }: Measures): string {
  const lines = confusions
    .slice(0, MOST_CONFUSIONS)
    .flatMap(({ expected, predicted, utterances }) => [
      `  ${expected} taken for ${predicted}: ${utterances.length}`,
      ...utterances
        .slice(0, MOST_UTTERANCES)
        .map(({ text, confidence }) => `      ${percent(confidence).padStart(7)}  ${text}`),
    ]);
  return lines.length === 0 ? '' : ['Confused:', ...lines].join('\n');
}

function slotLines({ slots }: Measures): string {
  if (slots.mistakes.length === 0) return '';
  const weak = slots.slots.filter(({ f1 }) => (f1 ?? 0) < 1).slice(0, MOST_LABELS);
  const rows = weak.map(({ competency, slot, f1, precision, recall, marked }) => [
    `${competency}.${slot}`,
    percent(f1),
    percent(precision),
    percent(recall),
    String(marked),
  ]);
  const head = `Least well found slots:\n${aligned([['', 'F1', 'precision', 'recall', 'values'], ...rows])}`;
  const words = (value: string | null) => (value === null ? 'nothing' : `“${value}”`);
  const lines = slots.mistakes
    .slice(0, MOST_MISTAKES)
    .map(
      ({ text, slot, expected, found }) => `  ${slot}: ${words(found)} for ${words(expected)} in: ${text}`,
    );
  const more = slots.mistakes.length - lines.length;
  return [head, '', 'Slots:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/** Aligned columns, the first left-aligned and the others right-aligned. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      );
      return `  ${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}
