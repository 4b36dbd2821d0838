import { describe, expect, test } from 'vitest';
import {
  readMarks,
  retyped,
  stretchesOf,
  withMark,
  writeMarks,
} from '../../../../clients/console/drafts/marks.ts';

const SOURCE = 'send [50 dollars](amount) to [Ann](payee) now';

describe('the marks of an utterance', () => {
  test('are read with their places, and written back unchanged', () => {
    const marked = readMarks(SOURCE);
    expect(marked.text).toBe('send 50 dollars to Ann now');
    expect(stretchesOf(marked)).toEqual([
      { text: 'send ' },
      { text: '50 dollars', slot: 'amount' },
      { text: ' to ' },
      { text: 'Ann', slot: 'payee' },
      { text: ' now' },
    ]);
    expect(writeMarks(marked)).toBe(SOURCE);
  });

  test('are set on the selection without its spaces, and replace overlapping ones', () => {
    const marked = readMarks(SOURCE);
    expect(writeMarks(withMark(marked, 'when', 22, 26))).toBe(
      'send [50 dollars](amount) to [Ann](payee) [now](when)',
    );
    expect(writeMarks(withMark(marked, 'number', 4, 8))).toBe(
      'send [50](number) dollars to [Ann](payee) now',
    );
    expect(withMark(marked, 'none', 4, 5)).toEqual(marked);
  });

  test.each([
    ['please send 50 dollars to Ann now', 'please send [50 dollars](amount) to [Ann](payee) now'],
    ['send 500 dollars to Ann now', 'send [500 dollars](amount) to [Ann](payee) now'],
    ['send 50 dollars today to Ann now', 'send [50 dollars](amount) today to [Ann](payee) now'],
    ['send to Ann now', 'send to [Ann](payee) now'],
    ['send 50 dollars to Joanna now', 'send [50 dollars](amount) to [Joanna](payee) now'],
    ['', ''],
  ])('stay at their values when the text becomes “%s”', (text, source) => {
    expect(writeMarks(retyped(readMarks(SOURCE), text))).toBe(source);
  });
});
