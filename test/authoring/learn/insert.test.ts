import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { InsertError, insertTexts } from '../../../authoring/learn/insert.ts';

const PATH = ['states', 'a', 'utterances', 'en'];

describe('texts are added to the end of a list, and no other byte changes', () => {
  test.each([
    [
      'a list of lines, with comments and blank lines',
      '# head\nstates:\n  a:\n    # why\n    utterances:\n      en:\n        - one   # first\n\n        - "two"  # last\n    say: {en:   x}\n# end\n',
      '        - "two"  # last\n|        - new\n        - "a: b"\n',
    ],
    [
      'lines without an indent of their own',
      'states:\n a:\n  utterances:\n   en:\n   - one\n',
      '   - one\n|   - new\n   - "a: b"\n',
    ],
    [
      'lines that the file ends in',
      'states: \n  a:\n    utterances:\n      en:\n        - one',
      '- one|\n        - new\n        - "a: b"\n',
    ],
    [
      'lines of Windows',
      'states:\r\n  a:\r\n    utterances:\r\n      en:\r\n        - one\r\n    say: x\r\n',
      '- one\r\n|        - new\r\n        - "a: b"\r\n',
    ],
    [
      'a text of several lines',
      'states:\n  a:\n    utterances:\n      en:\n        - |\n          one\n          more\n    say: x\n',
      'more\n|        - new\n        - "a: b"\n',
    ],
    ['brackets', 'states: {a: {utterances: {en: [one, "two"]}, say: x}}\n', '"two"|, new, "a: b"]'],
    [
      'brackets over lines, with a comma at the end',
      'states:\n  a:\n    utterances:\n      en: [\n        one,\n        two, # last\n      ]\n',
      'two|, new, "a: b", # last',
    ],
    ['empty brackets', 'states:\n  a:\n    utterances: {en: []}\n', 'en: [|new, "a: b"]'],
    [
      'a language that is not there',
      'states:\n  a:\n    utterances:\n      es:\n        - uno\n    say: x\n',
      '- uno\n|      en:\n        - new\n        - "a: b"\n    say',
    ],
    [
      'a language that is not there, in brackets',
      'states: {a: {utterances: {es: [uno]}}}\n',
      '[uno]|, en: [new, "a: b"]}',
    ],
    [
      'no utterances at all',
      'states:\n  a:\n    say:\n      en: x\n  b: {}\n',
      'en: x\n|    utterances:\n      en:\n        - new\n        - "a: b"\n  b',
    ],
    [
      'no utterances at all, in brackets',
      'states: {a: {say: x}, b: {}}\n',
      'say: x|, utterances: { en: [new, "a: b"] }}',
    ],
  ])('%s', (_, source, expected) => {
    const edited = insertTexts(source, PATH, ['new', 'a: b']);
    expect(edited).toContain(expected.replace('|', ''));
    // Without the inserted part, the result is the source.
    const [before = '', after = ''] = expected.split('|');
    const at = edited.indexOf(before + after) + before.length;
    const added = edited.length - source.length;
    expect(edited.slice(0, at) + edited.slice(at + added)).toBe(source);
  });
});

test('comments and order stay where a list is written in an unusual way', () => {
  const source =
    '# head\nstates:\n  a:\n    utterances:\n      en:\n        -\n          one # first\n        - two\n    say: x # why\n';
  const edited = insertTexts(source, PATH, ['new']);
  expect(parse(edited)).toEqual({ states: { a: { utterances: { en: ['one', 'two', 'new'] }, say: 'x' } } });
  for (const comment of ['# head', '# first', '# why']) expect(edited).toContain(comment);
});

test('refuses to add to a list that an alias uses', () => {
  const source = 'shared: &list [one]\nstates: {a: {utterances: {en: *list}}}\n';
  expect(() => insertTexts(source, PATH, ['new'])).toThrow(InsertError);
});

test('any text is read back unchanged from a block list and a flow list', () => {
  const said = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text === text.replace(/\s+/g, ' ').trim() && text !== '');
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 4 }), (texts) => {
      for (const source of [
        'states:\n  a:\n    utterances:\n      en:\n        - one\n    say: x\n',
        'states: {a: {utterances: {en: [one]}, say: x}}\n',
      ]) {
        const { states } = parse(insertTexts(source, PATH, texts));
        expect(states.a).toEqual({ utterances: { en: ['one', ...texts] }, say: 'x' });
      }
    }),
  );
});
