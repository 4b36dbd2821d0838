import { needPeers, readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { printTable } from './support/table.ts';
import { CORPORA, type CorpusFile, type CorpusRow, readCorpus } from './values/corpora.ts';
import { count, type Judged, millisecondsOf, percent, readAll, rightOf, shareOf } from './values/judge.ts';
import type { ValueReader } from './values/readers.ts';
import { CORPUS_KINDS, KINDS, LANGUAGES, readValueRows } from './values/rows.ts';

/**
 * `npm run bench -- values`: what our recognisers and two libraries read in the same phrases: sentences of ours, and
 * the corpora of two other projects. A reading is right if it finds exactly the expected value, or nothing if none is
 * expected; wrong if it finds anything else; missed if it finds nothing although a value is expected. Kinds and
 * languages that a library does not support are not counted against it. `-- --rows` prints mistakes; of the corpora
 * only in odd-numbered examples, since the others are held out.
 */

/** Percentage of right readings, by subject and reader. */
type Shares = Record<string, number>;

const VERDICTS = ['right', 'wrong', 'missed'] as const;

// The libraries report dates in the time zone of the process.
process.env.TZ = 'UTC';
await runBench(async () => {
  needPeers('chrono-node', '@microsoft/recognizers-text-suite');
  const { READERS } = await import('./values/readers.ts');
  const options = { rows: { type: 'boolean', default: false } } as const;
  const { rows: printsRows } = readArguments({ options }).values;
  const sentences = readSentences(READERS, printsRows);
  const corpora = CORPORA.map((name) => readPhrases(name, readCorpus(name), READERS, printsRows));
  report(Object.assign({}, sentences, ...corpora));
});

function readSentences(readers: readonly ValueReader[], printsRows: boolean): Shares {
  const table: (string | number)[][] = [];
  const shares: Shares = {};
  for (const language of LANGUAGES) {
    const rows = readValueRows(language);
    for (const reader of readers) {
      const judged = readAll(reader, rows);
      table.push([
        language,
        reader.name,
        ...KINDS.map((kind) => rightOf(judged.filter(({ row }) => row.kind === kind))),
        ...counts(judged),
        percent(judged.filter(({ row }) => row.set === 'first')),
        percent(judged.filter(({ row }) => row.set === 'later')),
        millisecondsOf(judged),
      ]);
      if (judged.length > 0) shares[keyOf(language, reader.name)] = shareOf(judged);
      if (printsRows)
        for (const reading of judged) printMistake(`${language} ${reading.row.set}`, reader, reading);
    }
  }
  const headings = ['language', 'reader', ...KINDS, ...VERDICTS, 'first set', 'later set', 'ms a sentence'];
  printTable('Values read in sentences', headings, table);
  return shares;
}

function readPhrases(
  corpus: string,
  files: readonly CorpusFile[],
  readers: readonly ValueReader[],
  printsRows: boolean,
): Shares {
  const table: (string | number)[][] = [];
  const shares: Shares = {};
  const languages = [...new Set(files.map(({ language }) => language))];
  const kinds = CORPUS_KINDS.filter((kind) =>
    files.some(({ rows }) => rows.some((row) => row.kind === kind)),
  );
  for (const language of languages.sort(englishFirst)) {
    const rows = files.filter((file) => file.language === language).flatMap((file) => file.rows);
    for (const reader of readers) {
      const judged = readAll(reader, rows);
      table.push([
        language,
        reader.name,
        ...kinds.map((kind) => rightOf(judged.filter(({ row }) => row.kind === kind))),
        ...counts(judged),
        percent(judged),
        percent(judged.filter(({ row }) => isOdd(row))),
        percent(judged.filter(({ row }) => !isOdd(row))),
        millisecondsOf(judged),
      ]);
      if (judged.length > 0) shares[keyOf(corpus, language, reader.name)] = shareOf(judged);
      const seen = printsRows ? judged.filter(({ row }) => isOdd(row)) : [];
      for (const reading of seen)
        printMistake(`${corpus} ${language} ${reading.row.example}`, reader, reading);
    }
  }
  const halves = ['right %', 'odd', 'even', 'ms a phrase'];
  printTable(
    `Values read in phrases: ${corpus}`,
    ['language', 'reader', ...kinds, ...VERDICTS, ...halves],
    table,
  );
  const reasons = [...new Set(files.flatMap(({ leftOut }) => Object.keys(leftOut)))];
  printTable(
    `Phrases of ${corpus} that were used and left out`,
    ['file', 'taken', ...reasons],
    files.map(({ path, rows, leftOut }) => [path, rows.length, ...reasons.map((why) => leftOut[why] ?? 0)]),
  );
  return shares;
}

function englishFirst(left: string, right: string): number {
  return Number(right === 'en') - Number(left === 'en') || left.localeCompare(right);
}

function printMistake(from: string, { name }: ValueReader, { row, values, verdict }: Judged): void {
  if (verdict === 'right') return;
  const [found, meant] = [values.join(', ') || 'nothing', row.is.join(' or ') || 'nothing'];
  process.stdout.write(`${from} ${name} ${verdict} ${row.kind}: ${row.say} → ${found}, not ${meant}\n`);
}

function keyOf(...parts: string[]): string {
  return parts.join('_').replaceAll('-', '_').toLowerCase();
}

function counts(judged: readonly Judged[]): number[] {
  return VERDICTS.map((verdict) => count(judged, verdict));
}

function isOdd({ example }: CorpusRow): boolean {
  return example % 2 === 1;
}
