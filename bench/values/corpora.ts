import { readdirSync } from 'node:fs';
import { linesOf, type ValueRow } from './rows.ts';

/** The corpora of others, each a folder here. README.md tells what is in them and what is not. */
export const CORPORA = ['duckling', 'recognizers'] as const;
export type CorpusName = (typeof CORPORA)[number];

/** A phrase of a corpus. */
export interface CorpusRow extends ValueRow {
  /** Number of the example that it is of, from 1 in each file: the phrasings of one value have one. */
  example: number;
}

/** The phrases of one file of a corpus, in its order, and its first line. */
export interface CorpusFile {
  language: string;
  /** Owner and name at GitHub, path in it, and the commit that the file was read at. */
  repository: string;
  path: string;
  commit: string;
  /** The number of phrases that are left out, by reason. */
  leftOut: Readonly<Record<string, number>>;
  rows: CorpusRow[];
}

/** Tuesday, 12 February 2013, half past four in the morning: what Duckling's phrases are relative to. */
const DUCKLING_NOW = '2013-02-12T04:30';

/** A corpus, file by file: `time.en.jsonl` is the part on time in English. */
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
