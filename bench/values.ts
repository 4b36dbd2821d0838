import { needPeers, readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { printTable } from './support/table.ts';
import type { ValueReader } from './values/readers.ts';
import { KINDS, LANGUAGES, readValueRows, type ValueRow } from './values/rows.ts';

/**
 * `npm run bench -- values`: what our recognisers and two libraries read of the same sentences. A reading is right that
 * finds one value of the kind and the value meant, or none where there is none; wrong if it finds anything else;
 * missed if it finds nothing. Kinds and languages that a library does not have are not counted against it. `-- --rows`
 * prints what was not right.
 */
type Verdict = 'right' | 'wrong' | 'missed';

interface Judged {
  row: ValueRow;
  values: readonly (string | number)[];
  verdict: Verdict;
  milliseconds: number;
}

/** The end of a range may be told as the day after its last. */
function endingAfter(range: string | number): string {
  const [first, last = ''] = String(range).split('/');
  return `${first}/${new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)}`;
}

function judge({ is, kind }: ValueRow, values: readonly (string | number)[]): Verdict {
  const [value, ...others] = values;
  if (value === undefined) return is.length === 0 ? 'right' : 'missed';
  const meant = kind === 'date_range' ? is.flatMap((range) => [range, endingAfter(range)]) : is;
  return others.length === 0 && meant.includes(value) ? 'right' : 'wrong';
}

/** What a reader makes of those rows whose kind and language it reads. */
function readAll({ read }: ValueReader, rows: readonly ValueRow[]): Judged[] {
  return rows.flatMap((row) => {
    const start = performance.now();
    const values = read(row);
    const milliseconds = performance.now() - start;
    return values === null ? [] : [{ row, values, verdict: judge(row, values), milliseconds }];
  });
}

const count = (judged: readonly Judged[], verdict: Verdict): number =>
  judged.filter((one) => one.verdict === verdict).length;

const rightOf = (judged: readonly Judged[]): string =>
  judged.length === 0 ? '–' : `${count(judged, 'right')}/${judged.length}`;

const shareOf = (judged: readonly Judged[]): number => (100 * count(judged, 'right')) / judged.length;

const percent = (judged: readonly Judged[]): string =>
  judged.length === 0 ? '–' : `${shareOf(judged).toFixed(0)} %`;

const HEADINGS = [
  'language',
  'reader',
  ...KINDS,
  'right',
  'wrong',
  'missed',
  'first set',
  'later set',
  'ms a sentence',
];

// The libraries tell dates by the zone of the process.
process.env.TZ = 'UTC';
await runBench(async () => {
  needPeers('chrono-node', '@microsoft/recognizers-text-suite');
  const { CHRONO_NODE, PARLEY, RECOGNIZERS_TEXT } = await import('./values/readers.ts');
  const options = { rows: { type: 'boolean', default: false } } as const;
  const { rows: printsRows } = readArguments({ options }).values;
  const table: (string | number)[][] = [];
  const shares: Record<string, number> = {};
  for (const language of LANGUAGES) {
    const rows = readValueRows(language);
    for (const reader of [PARLEY, CHRONO_NODE, RECOGNIZERS_TEXT]) {
      const judged = readAll(reader, rows);
      const [first, later] = (['first', 'later'] as const).map((set) =>
        judged.filter(({ row }) => row.set === set),
      );
      const milliseconds = judged.reduce((sum, one) => sum + one.milliseconds, 0) / judged.length;
      table.push([
        language,
        reader.name,
        ...KINDS.map((kind) => rightOf(judged.filter(({ row }) => row.kind === kind))),
        count(judged, 'right'),
        count(judged, 'wrong'),
        count(judged, 'missed'),
        percent(first ?? []),
        percent(later ?? []),
        judged.length === 0 ? '–' : milliseconds.toFixed(2),
      ]);
      const key = `${language}_${reader.name.replaceAll('-', '_').toLowerCase()}`;
      if (judged.length > 0) shares[key] = shareOf(judged);
      if (printsRows) printMistakes(reader, judged);
    }
  }
  printTable('Values read of sentences', HEADINGS, table);
  report(shares);
});

function printMistakes({ name }: ValueReader, judged: readonly Judged[]): void {
  for (const { row, values, verdict } of judged) {
    if (verdict === 'right') continue;
    const [found, meant] = [values.join(', ') || 'nothing', row.is.join(' or ') || 'nothing'];
    process.stdout.write(
      `${row.language} ${row.set} ${name} ${verdict} ${row.kind}: ${row.say} → ${found}, not ${meant}\n`,
    );
  }
}
