import { readdirSync } from 'node:fs';
import { linesOf, type ValueRow } from './rows.ts';

/** The corpora of other projects, one folder each. README.md describes their content. */
export const CORPORA = ['duckling', 'recognizers'] as const;
export type CorpusName = (typeof CORPORA)[number];

/** A phrase of a corpus. */
export interface CorpusRow extends ValueRow {
  /** The number of its example, from 1 in each file: phrasings of the same value share one. */
  example: number;
}

/** The phrases of one file of a corpus in order, and its first line. */
export interface CorpusFile {
  language: string;
  /** The GitHub repository, the path in it, and the commit at which the file was read. */
  repository: string;
  path: string;
  commit: string;
  /** The number of phrases left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
  rows: CorpusRow[];
}

/** Tuesday, 12 February 2013, 4:30: the reference time of Duckling's phrases. */
const DUCKLING_NOW = '2013-02-12T04:30';

/** A corpus, file by file: `time.en.jsonl` has times in English. */
export const readCorpus = (name: CorpusName): CorpusFile[] =>
  readdirSync(new URL(name, import.meta.url))
    .sort()
    .map((file) => {
      const language = file.split('.').at(-2) ?? '';
      const [head = '', ...lines] = linesOf(`${name}/${file}`);
      const rows = lines.map((line) => {
        const { now = DUCKLING_NOW, ...row } = JSON.parse(line);
        return { language, asked: false, ...row, now: Date.parse(`${now}Z`) };
      });
      return { language, ...JSON.parse(head), rows };
    });
