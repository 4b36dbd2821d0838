import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { append, CannotEdit, dataOf, put, remove } from '../../../../clients/console/drafts/edit-yaml.ts';

/** A file with formatting that no YAML printer would produce. */
const FILE = `# What is sold, and how.
competency: order
title:   { en: "Order a book",   es: 'Pedir un libro' }

slots:
  copies:   # how many
      entity: number
      required: true
states:
  order:
    terminal: true
    utterances:
      en:
        - order a book   # the plainest
        - "I need [two](copies) books"
        - 'send me [3](copies) copies'
      es: [pedir un libro, "quiero [dos](copies) libros"]
    say:
      en: Ordered {{copies}}.
      es: |
        Pedidos.
        Gracias.
  help:
    transitions:
      - { on: "yes", to: order }
      - on: "no"
        to: root
    say: { en: Shall I? }
`;

/** Returns the lines that were removed from the file, and those that were added. */
function difference(after: string): { gone: string[]; added: string[] } {
  const [old, current] = [FILE.split('\n'), after.split('\n')];
  return {
    gone: old.filter((line) => !current.includes(line)),
    added: current.filter((line) => !old.includes(line)),
  };
}

const EN = ['states', 'order', 'utterances', 'en'];

describe('a change of a file by its form', () => {
  test.each([
    [
      'a plain text',
      [...EN, 0],
      'buy a book',
      '        - order a book   # the plainest',
      '        - buy a book   # the plainest',
    ],
    [
      'a text in double quotes',
      [...EN, 1],
      'two: "please"',
      '        - "I need [two](copies) books"',
      '        - "two: \\"please\\""',
    ],
    [
      'a text in single quotes',
      [...EN, 2],
      "it's [3](copies)",
      "        - 'send me [3](copies) copies'",
      "        - 'it''s [3](copies)'",
    ],
    [
      'a text that has to be quoted',
      [...EN, 0],
      'copies: two',
      '        - order a book   # the plainest',
      '        - "copies: two"   # the plainest',
    ],
    [
      'an item between brackets',
      ['states', 'order', 'utterances', 'es', 0],
      'uno, dos',
      '      es: [pedir un libro, "quiero [dos](copies) libros"]',
      '      es: ["uno, dos", "quiero [dos](copies) libros"]',
    ],
    [
      'a text between braces',
      ['title', 'en'],
      'Buy',
      `title:   { en: "Order a book",   es: 'Pedir un libro' }`,
      `title:   { en: "Buy",   es: 'Pedir un libro' }`,
    ],
    [
      'true and false',
      ['slots', 'copies', 'required'],
      false,
      '      required: true',
      '      required: false',
    ],
  ])('writes %s in its existing style, and changes no other line', (_name, place, value, before, after) => {
    expect(difference(put(FILE, place, value))).toEqual({ gone: [before], added: [after] });
  });

  test.each([
    ['to a list of lines', EN, 'one more', '        - one more'],
    [
      'to a list between brackets',
      ['states', 'order', 'utterances', 'es'],
      'otro',
      '      es: [pedir un libro, "quiero [dos](copies) libros", otro]',
    ],
  ])('adds %s at its end', (_name, place, value, line) => {
    expect(difference(append(FILE, place, value)).added).toEqual([line]);
  });

  test.each([
    [
      'a key with a mapping',
      ['slots', 'city'],
      { entity: 'city', keep: 'turn' },
      ['  city:', '    entity: city', '    keep: turn'],
    ],
    [
      'a key between braces',
      ['states', 'help', 'say', 'es'],
      '¿Sí?',
      ['    say: { en: Shall I?, es: ¿Sí? }'],
    ],
    ['all that leads to it', ['states', 'help', 'utterances', 'en'], ['help'], ['        - help']],
  ])('adds %s, and changes no other line', (_name, place, value, lines) => {
    const after = put(FILE, place, value);
    expect(difference(after).added).toEqual(lines);
    expect(
      place.reduce<unknown>((data, key) => (data as Record<string, unknown>)[key], parse(after)),
    ).toEqual(value);
  });

  test('keeps the block style of a text with several lines', () => {
    const { gone, added } = difference(
      put(FILE, ['states', 'order', 'say', 'es'], 'Pedidos.\nHasta luego.\n'),
    );
    expect(gone).toEqual(['        Gracias.']);
    expect(added).toEqual(['        Hasta luego.']);
  });

  test.each([
    [[...EN, 0], ['        - order a book   # the plainest'], []],
    [
      ['states', 'order', 'utterances', 'es', 1],
      ['      es: [pedir un libro, "quiero [dos](copies) libros"]'],
      ['      es: [pedir un libro]'],
    ],
    [
      ['states', 'order', 'utterances', 'es', 0],
      ['      es: [pedir un libro, "quiero [dos](copies) libros"]'],
      ['      es: ["quiero [dos](copies) libros"]'],
    ],
    [
      ['title', 'es'],
      [`title:   { en: "Order a book",   es: 'Pedir un libro' }`],
      ['title:   { en: "Order a book" }'],
    ],
    [['slots', 'copies', 'required'], ['      required: true'], []],
  ])('removes the value at %j, and changes no other line', (place, gone, added) => {
    expect(difference(remove(FILE, place))).toEqual({ gone, added });
  });

  test('leaves an empty list after its last item, which can be filled again', () => {
    let text = FILE;
    for (const _ of [1, 2, 3]) text = remove(text, [...EN, 0]);
    expect(parse(text).states.order.utterances.en).toEqual([]);
    expect(parse(append(text, EN, 'again')).states.order.utterances.en).toEqual(['again']);
  });

  test('keeps Windows line ends', () => {
    const windows = FILE.replaceAll('\n', '\r\n');
    expect(append(windows, EN, 'one more').replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('that would change something else throws an error', () => {
    const shared = 'a: &list [one]\nb: *list\n';
    expect(() => append(shared, ['a'], 'two')).toThrow(CannotEdit);
    expect(() => put('a: [', ['a'], 'x')).toThrow(CannotEdit);
  });

  test('of any utterance of the example can be undone exactly', () => {
    const folder = path.join(import.meta.dirname, '../../../../examples/bank-assistant/competencies');
    for (const name of readdirSync(folder)) {
      const source = readFileSync(path.join(folder, name), 'utf8');
      const { states } = dataOf(source) as {
        states: Record<string, { utterances?: Record<string, string[]> }>;
      };
      for (const [state, { utterances = {} }] of Object.entries(states)) {
        for (const [language, list] of Object.entries(utterances)) {
          const place = ['states', state, 'utterances', language, list.length - 1];
          const changed = put(source, place, 'something else');
          expect(put(changed, place, list.at(-1)), `${name} ${state}`).toBe(source);
        }
      }
    }
  });
});
