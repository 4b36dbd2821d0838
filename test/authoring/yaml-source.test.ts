import { expect, it } from 'vitest';
import { readYaml } from '../../authoring/yaml-source.ts';

const messagesOf = (text: string) =>
  readYaml('a.yaml', text).findings.map(({ line, column, message }) => `${line}:${column} ${message}`);

it('a comma that ends an unquoted text within braces is an error that explains it', () => {
  expect(messagesOf('say: { en: Sorry, not now }\n')).toEqual([
    '1:19 not now has no value: within { }, a comma ends an unquoted text',
  ]);
  expect(messagesOf('say: { en: "Sorry, not now" }\nslots:\n  card:\n')).toEqual([]);
});

it.each(['', '\n', '-', '[]', '~', '1', '? '])('accepts the empty file %j', (text) => {
  expect(messagesOf(text)).toEqual([]);
});

it('a duplicate key is reported where it stands again', () => {
  expect(messagesOf('a: 1\nb: {c: 1, d: 2, "c": 3}\na: 2\n1: x\n"1": y\n')).toEqual([
    '3:1 Map keys must be unique',
    '5:1 Map keys must be unique',
    '2:17 Map keys must be unique',
  ]);
});

it('a key that is not a text is an error, which does not repeat the key', () => {
  expect(messagesOf(`${'? '.repeat(300)}a`)).toHaveLength(299);
  const [first] = messagesOf('[a, b]: c\n');
  expect(first).toBe('1:1 a key must be a text: quote it if it begins with [, {, ? or *');
  expect(messagesOf('x: &a [1]\n*a : c\n')).toEqual([expect.stringMatching(/^2:1 a key must be a text/)]);
});

it('too deep nesting is reported, and does not crash the reader', () => {
  const told = [expect.stringContaining('lists and mappings are nested too deeply')];
  expect(messagesOf('['.repeat(20_000) + ']'.repeat(20_000))).toEqual(told);
  expect(messagesOf(`a: ${'{a: '.repeat(20_000)}1${'}'.repeat(20_000)}`)).toEqual(told);
});

it('a value is found by its path, also behind an alias', () => {
  const { locate, locateKey } = readYaml('a.yaml', 'x: &x\n  y: [1, 2]\nz: *x\n');
  expect(locate(['x', 'y', 1])).toEqual({ line: 2, column: 10 });
  expect(locate(['z', 'y', 0])).toEqual({ line: 2, column: 7 });
  expect(locateKey(['x', 'y'])).toEqual({ line: 2, column: 3 });
  expect(locate(['x', 'none'])).toEqual({ line: 2, column: 3 });
});

it('aliases that repeat more than the file has are an error, and so is an alias within its own value', () => {
  const repeated = [expect.stringContaining('the aliases (*) of this file repeat more than the file itself')];
  const list = `a: &a [${'text, '.repeat(100)}]\n`;
  expect(messagesOf(`${list}b: *a\n`)).toEqual([]);
  expect(messagesOf(`${list}b: [*a, *a, *a]\n`)).toEqual(repeated);
  expect(messagesOf(`${list}b: &b [*a]\nc: [*b, *b]\n`)).toEqual(repeated);
  expect(messagesOf('a: &a [*a]\n')).toEqual(repeated);
  expect(messagesOf(`a: &a [${'1,'.repeat(20_000)}]\n`)).toEqual([]);
});

it('an unquoted utterance that begins with a mark is an error that asks for quotes', () => {
  const [first] = messagesOf('en:\n  - [two](cups) coffees\n');
  expect(first).toContain('quote a text that begins with [, {, " or \'');
  expect(messagesOf('en:\n  - "[two](cups) coffees"\n')).toEqual([]);
});

it.each([
  ['a list’s item to the left', 'turns:\n  - say: a\n- say: b\n    bls: {}\n  - say: c\n', '3:1'],
  ['a list’s item to the right', 'turns:\n   - say: a\n  - say: b\n  - say: c\n', '3:1'],
  ['a key to the left', 'a:\n  b:\n   c: 1\n    d: {e: f, g: h}\n    i: [1]\n  j: 2\n', '3:7'],
  ['the first key to the right', '  a: 1\nb: {c: 1, d: 2}\ne: [1]\n', '2:1'],
])('%s is a single error, whatever follows it', (_, text, place) => {
  expect(messagesOf(text)).toEqual([
    `${place} this line is indented differently from the lines of its list or mapping: indent them alike`,
  ]);
});

it('all errors within lines are reported, also those before a wrong indent', () => {
  const colon = 'two keys are in one line: put a text that has ": " in it into quotes';
  expect(messagesOf('a: b: c\nd: e: f\n')).toEqual([`1:4 ${colon}`, `2:4 ${colon}`]);
  expect(messagesOf('a: b: c\nd: 1\n e: 2\nf: g: h\n')).toEqual([
    `1:4 ${colon}`,
    expect.stringContaining('indented differently'),
  ]);
});
