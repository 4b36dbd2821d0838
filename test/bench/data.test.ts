import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Row, readRows, takeShots, toValidation, withoutRows } from '../../bench/data.ts';
import { leavingOut } from '../../bench/left-out.ts';
import { benchOptions } from '../../bench/options.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = [
  { text: 'pay Ana', intent: 'pay', slots: [{ slot: 'payee', start: 4, end: 7 }] },
  { text: 'who are you', intent: 'out_of_scope' },
];
const [FIRST = '', SECOND = ''] = ROWS.map((row) => JSON.stringify(row));

const read = (content: string) => {
  const path = join(folder, 'data.jsonl');
  writeFileSync(path, content);
  return readRows(path);
};

describe('a data file', () => {
  it.each([
    ['with line feeds', `${FIRST}\n${SECOND}\n`],
    ['without a last one', `${FIRST}\n${SECOND}`],
    ['with carriage returns', `${FIRST}\r\n${SECOND}\r\n`],
    ['with a byte-order mark', `\uFEFF${FIRST}\n${SECOND}\n`],
    ['with blank lines', `\n${FIRST}\n \t\n${SECOND}\n\n`],
  ])('is read %s', (_, content) => {
    expect(read(content)).toEqual(ROWS);
  });

  it.each([
    ['is cut short', '{"text": "a", "intent"'],
    ['has no intent', '{"text": "a"}'],
    ['has an empty intent', '{"text": "a", "intent": ""}'],
    ['has a number for a text', '{"text": 5, "intent": "a"}'],
    ['is a list', '[]'],
    [
      'has a slot beyond the text',
      '{"text": "a", "intent": "a", "slots": [{"slot": "b", "start": 0, "end": 2}]}',
    ],
    ['has an empty slot', '{"text": "a", "intent": "a", "slots": [{"slot": "b", "start": 1, "end": 1}]}'],
  ])('is refused with the number of a line that %s', (_, line) => {
    expect(() => read(`${FIRST}\n\n${line}\n`)).toThrow(
      /data\.jsonl, line 3: this is not a row; write \{"text"/,
    );
  });

  it('is refused if it is empty or missing', () => {
    expect(() => read('\n')).toThrow('data.jsonl holds no rows');
    expect(() => readRows(join(folder, 'none.jsonl'))).toThrow('none.jsonl cannot be read');
  });
});

describe('shots', () => {
  const rows = ['a', 'b'].flatMap((intent) =>
    Array.from({ length: 5 }, (_, at) => ({ text: `${intent} ${at}`, intent })),
  );
  const texts = (shots: number, seed: number) => takeShots(rows, shots, seed).map(({ text }) => text);

  it('are at most the given number of rows of each intent', () => {
    const counts = (shots: number) =>
      ['a', 'b'].map((intent) => takeShots(rows, shots, 1).filter((row) => row.intent === intent).length);
    expect([counts(0), counts(1), counts(5), counts(6)]).toEqual([
      [5, 5],
      [1, 1],
      [5, 5],
      [5, 5],
    ]);
  });

  it('are the same for the same seed, and others for another seed', () => {
    expect(texts(2, 1)).toEqual(texts(2, 1));
    expect(texts(2, 1)).not.toEqual(texts(2, 2));
  });
});

it('rows serve as validation only if they are of both kinds', () => {
  expect(toValidation(ROWS)).toEqual([
    { text: 'pay Ana', label: 'pay' },
    { text: 'who are you', label: null },
  ]);
  expect([toValidation(ROWS.slice(0, 1)), toValidation(ROWS.slice(1))]).toEqual([undefined, undefined]);
});

describe('the options of a bench', () => {
  const files = ['--train', 'a', '--test', 'b'];

  it('use all rows unchanged by default, and the last value of a repeated option', () => {
    expect(benchOptions([], files)).toEqual({
      train: 'a',
      test: 'b',
      shots: 0,
      seed: 1,
      typos: 0,
      lexical: false,
      language: 'en',
      leftOut: 0,
    });
    expect(benchOptions([], [...files, '--language', 'de', '--left-out', '3'])).toMatchObject({
      language: 'de',
      leftOut: 3,
    });
    expect(benchOptions([], [...files, '--seed', '2', '--seed', '3', '--val', 'c'])).toMatchObject({
      seed: 3,
      validation: 'c',
    });
  });

  it.each([
    ['no test file', ['--train', 'a'], 'usage: --train FILE'],
    ['shots that are no number', [...files, '--shots', 'few'], '"few" is not a whole number'],
    ['shots below zero', [...files, '--shots=-1'], '"-1" is not a whole number'],
    ['an option that changes nothing', [...files, '--typos=1'], '--typos has no effect here'],
    ['an option that no bench has', [...files, '--folds', '5'], "Unknown option '--folds'"],
  ])('refuse %s', (_, args, message) => {
    expect(() => benchOptions(['typos'], args)).toThrow(message);
  });
});

describe('a bench of few examples', () => {
  const rows: Row[] = Array.from({ length: 12 }, (_, i) => ({ text: `t${i}`, intent: `i${i % 4}` }));

  it('excludes the rows of the training from the test', () => {
    const train = takeShots(rows, 2, 1);
    const test = withoutRows(rows, train);
    expect(test).toHaveLength(rows.length - train.length);
    expect(test.filter(({ text }) => train.some((row) => row.text === text))).toEqual([]);
  });

  it('leaves each label out once, tests all of its rows, and returns the share of refused ones', () => {
    const trained: string[][] = [];
    const recall = leavingOut(2, rows.slice(0, 8), rows, (given) => {
      trained.push([...new Set(given.map(({ intent }) => intent))].sort());
      return {
        classify: (text) => ({
          ranked: [],
          outOfScope: 0,
          outcome: text === 't0' || text === 't5' || text === 't7' ? 'out_of_scope' : 'matched',
        }),
      };
    });
    expect(trained).toEqual([
      ['i1', 'i3'],
      ['i0', 'i2'],
    ]);
    expect(recall).toBe(25);
  });

  it('returns null if no labels are left out', () => {
    expect(
      leavingOut(0, rows, rows, () => ({
        classify: () => ({ ranked: [], outOfScope: 0, outcome: 'matched' }),
      })),
    ).toBeNull();
  });
});
