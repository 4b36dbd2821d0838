import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CORPORA, readCorpus } from '../../../bench/values/corpora.ts';
import type { ValueKind } from '../../../bench/values/rows.ts';

const FORMS: Readonly<Record<ValueKind, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  date_range: /^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  time_range: /^\d\d:\d\d\/\d\d:\d\d$/,
  datetime: /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(\/\d{4}-\d\d-\d\dT\d\d:\d\d)?$/,
  duration: /^P(\d+[YMWD])*(T(\d+[HM])+)?$/,
  ordinal: /^\d+$/,
  money: /^\d+(\.\d+)? [A-Z]{3}$/,
  number: /^-?\d+(\.\d+)?(e-\d+)?$/,
};
const README = readFileSync(new URL('../../../bench/values/README.md', import.meta.url), 'utf8');

describe.each(CORPORA)('the phrases of %s', (corpus) => {
  const files = readCorpus(corpus);

  it('have values in the form of their kind, and a reference time', () => {
    for (const { kind, is, now } of files.flatMap(({ rows }) => rows)) {
      for (const value of is) expect(String(value)).toMatch(FORMS[kind]);
      expect(now).toBeGreaterThan(Date.UTC(2013, 0, 1));
    }
  });

  it('occur once each with a value', () => {
    for (const { rows } of files) {
      const told = rows.map(({ kind, say, is, now }) => JSON.stringify([kind, say, is, now]));
      expect(new Set(told).size).toBe(told.length);
    }
  });

  it('name their source file and commit', () => {
    for (const { repository, path, commit } of files) {
      expect(repository).toMatch(/^(facebook\/duckling|microsoft\/Recognizers-Text)$/);
      expect(path).not.toBe('');
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it('have the number in their README, which explains each reason for leaving one out', () => {
    const taken = files.reduce((sum, { rows }) => sum + rows.length, 0);
    const row = README.split('\n').find((line) => line.startsWith(`| \`${corpus}/\``)) ?? '';
    expect(row.replaceAll(',', '')).toContain(` ${taken} `);
    for (const why of files.flatMap(({ leftOut }) => Object.keys(leftOut)))
      expect(README).toContain(`| \`${why}\` |`);
  });
});
