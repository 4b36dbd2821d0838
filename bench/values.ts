import { runBench } from './command.ts';
import { report } from './report.ts';
import { printTable } from './support/table.ts';
import { CHRONO_NODE, PARLEY, RECOGNIZERS_TEXT, type ValueReader } from './values/readers.ts';
import { KINDS, LANGUAGES, readValueRows, type ValueRow } from './values/rows.ts';

/**
 * `npm run bench:values`: what our recognisers and two libraries read of the same sentences. A reading is right that
 * finds one value of the kind and the value meant, or none where there is none; wrong if it finds anything else;
 * missed if it finds nothing. `-- --rows` prints what was not right.
 */
type Verdict = 'right' | 'wrong' | 'missed';

/** The end of a range may be told as the day after its last. */
const dayAfter = (range: string): string => {
  const [first, last = ''] = range.split('/');
  return `${first}/${new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)}`;
};

function judge({ is, kind }: ValueRow, values: readonly (string | number)[]): Verdict {
  if (values.length === 0) return is.length === 0 ? 'right' : 'missed';
  const [value] = values;
  if (values.length > 1 || value === undefined) return 'wrong';
  const meant = kind === 'date_range' ? is.flatMap((range) => [range, dayAfter(String(range))]) : is;
  return meant.includes(value) ? 'right' : 'wrong';
}

const READERS: readonly ValueReader[] = [PARLEY, CHRONO_NODE, RECOGNIZERS_TEXT];

// chrono-node and the other tell dates by the zone of the process.
process.env.TZ = 'UTC';
await runBench(() => {
  const printsRows = process.argv.includes('--rows');
  const rows = LANGUAGES.flatMap(readValueRows);
  const table: (string | number)[][] = [];
  const shares: Record<string, number> = {};
  for (const language of LANGUAGES) {
    for (const { name, read } of READERS) {
      const own = rows.filter((row) => row.language === language);
      const counts = { right: 0, wrong: 0, missed: 0 };
      const rightOf = new Map(KINDS.map((kind) => [kind, { right: 0, all: 0 }]));
      let milliseconds = 0;
      let isRead = false;
      for (const row of own) {
        const start = performance.now();
        const values = read(row);
        milliseconds += performance.now() - start;
        if (values === null) continue;
        isRead = true;
        const verdict = judge(row, values);
        counts[verdict] += 1;
        const kind = rightOf.get(row.kind);
        if (kind !== undefined) {
          kind.all += 1;
          if (verdict === 'right') kind.right += 1;
        }
        if (printsRows && verdict !== 'right')
          process.stdout.write(
            `${language} ${name} ${verdict} ${row.kind}: ${row.say} → ${values.join(', ') || '–'} (${row.is.join(' or ') || '–'})\n`,
          );
      }
      const all = counts.right + counts.wrong + counts.missed;
      const kinds = KINDS.map((kind) => {
        const { right, all: of } = rightOf.get(kind) ?? { right: 0, all: 0 };
        return of === 0 ? '–' : `${right}/${of}`;
      });
      table.push([
        language,
        name,
        ...kinds,
        counts.right,
        counts.wrong,
        counts.missed,
        isRead ? `${((100 * counts.right) / all).toFixed(0)} %` : '–',
        (milliseconds / own.length).toFixed(2),
      ]);
      if (isRead)
        shares[`${language}_${name.replaceAll('-', '_').toLowerCase()}`] = (100 * counts.right) / all;
    }
  }
  printTable(
    'Values read of sentences',
    [
      'language',
      'reader',
      'date',
      'range',
      'time',
      'number',
      'right',
      'wrong',
      'missed',
      'share',
      'ms a sentence',
    ],
    table,
  );
  report(shares);
});
