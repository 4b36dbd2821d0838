import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../../../clients/console/drafts/document.ts';
import { lineMap } from '../../../../clients/console/drafts/places.ts';
import { keysAt, valuesAt, writingPlace } from '../../../../clients/console/drafts/schema-places.ts';
import { schemaOf } from '../../../../clients/console/drafts/schemas.ts';
import { layoutOf } from '../../../../clients/console/drafts/states-layout.ts';

describe('a line of an edited text', () => {
  const BEFORE = 'a\nb\nc\nd';

  test.each([
    ['a\nb\nc\nd', [1, 2, 3, 4]],
    ['new\na\nb\nc\nd', [2, 3, 4, 5]],
    ['a\nB\nc\nd', [1, 2, 3, 4]],
    ['a\nd', [1, 2, 2, 2]],
    ['a\nb\nx\ny\nc\nd', [1, 2, 5, 6]],
  ])('is found in %j', (after, lines) => {
    const map = lineMap(BEFORE, after);
    expect([1, 2, 3, 4].map((line) => map.now(line))).toEqual(lines);
  });
});

describe('the completion at a place', () => {
  const schema = schemaOf('competencies/order.yaml') ?? {};
  const offered = (text: string) => {
    const place = writingPlace(text, text.length);
    if (place === undefined) return undefined;
    return place.writes === 'key' ? keysAt(schema, place.path) : valuesAt(schema, place.path);
  };

  test.each([
    ['', ['competency', 'states']],
    ['slots:\n  copies:\n    entity: number\n    ', ['required', 'ask']],
    ['states:\n  order:\n    transitions:\n      - ', ['on', 'to']],
    ['states:\n  order:\n    transitions:\n    - on: slot\n      ', ['slot', 'is']],
    ['states:\n  order:\n    transitions:\n      - { on: cancel, ', ['to', 'say']],
    ['states:\n  order:\n    transitions:\n      - on: ', ['"yes"', 'business_logic']],
    ['states:\n  order:\n    terminal: ', ['true', 'false']],
    ['broken: [\nslots:\n  copies:\n    keep: ', ['turn', 'session']],
  ])('is known from the lines above: %j', (text, some) => {
    expect(offered(text)).toEqual(expect.arrayContaining(some));
  });

  test('is undefined within a comment', () => {
    expect(offered('states: # the ')).toBeUndefined();
  });
});

describe('a document', () => {
  test.each([
    '---\ntitle: Delivery\n---\nTwo days.\n',
    '---\r\ntitle: Delivery\r\n---\r\nTwo days.\r\n',
    'Without fields.\n\n---\n\nA rule above.\n',
    '---\ntitle: Empty\n---',
  ])('is written back unchanged: %j', (text) => {
    expect(writeDocument(text, readDocument(text))).toBe(text);
  });

  test('gets another answer without a change of its fields', () => {
    expect(writeDocument('---\ntitle:   "A"  # b\n---\nOld.\n', { answer: 'New.\n' })).toBe(
      '---\ntitle:   "A"  # b\n---\nNew.\n',
    );
  });
});

describe('the picture of states', () => {
  test('shows entry states first, then their targets, and does not draw transitions to other files', () => {
    const { states, ways } = layoutOf({
      done: { terminal: true },
      order: {
        utterances: {},
        transitions: [
          { on: 'yes', to: 'done' },
          { on: 'slot', slot: 'drink', is: ['tea'], to: ['done', 'root'] },
        ],
      },
    });
    expect(states.map(({ name, isEntered }) => [name, isEntered])).toEqual([
      ['order', true],
      ['done', false],
    ]);
    expect(ways.map(({ from, to, on, end }) => ({ from, to, on, isDrawn: end !== null }))).toEqual([
      { from: 'order', to: 'done', on: 'yes, drink = tea', isDrawn: true },
      { from: 'order', to: 'root', on: 'drink = tea', isDrawn: false },
    ]);
  });
});
