import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../authoring/diff.ts';
import {
  limitDifferences,
  MAX_DIFFERENCES_BYTES,
  MAX_TEXT_CHARACTERS,
} from '../../../functions/versions-diff/limit-differences.ts';

const added = (after: string): Difference => ({ change: 'added', place: ['name'], after });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the differences in an answer', () => {
  test('are all of them, in order, if they are few', () => {
    const differences: Difference[] = [added('1'), { change: 'removed', place: ['a', 'b'], before: '2' }];
    expect(limitDifferences(differences)).toEqual({ shown: differences, leftOff: 0 });
  });

  test('are the first ones that fit, with the number left off', () => {
    const differences = ['one', 'two', 'three'].map(added);
    const room = bytesOf(differences[0]) + bytesOf(differences[1]);
    expect(limitDifferences(differences, room)).toEqual({ shown: differences.slice(0, 2), leftOff: 1 });
    expect(limitDifferences(differences, room - 1)).toEqual({ shown: differences.slice(0, 1), leftOff: 2 });
  });

  test('have texts up to a maximum length, cut between characters', () => {
    const textAfter = (after: string) => limitDifferences([added(after)]).shown[0]?.after;
    const longest = 'x'.repeat(MAX_TEXT_CHARACTERS);
    expect(textAfter(longest)).toBe(longest);
    expect(textAfter(`${longest}y`)).toBe(`${longest}…`);
    expect(textAfter(`${longest.slice(1)}🙂`)).toBe(`${longest.slice(1)}…`);
    const [changed] = limitDifferences([
      { change: 'changed', place: [`${longest}y`], before: `${longest}y`, after: 'z' },
    ]).shown;
    expect(changed).toEqual({ change: 'changed', place: [`${longest}…`], before: `${longest}…`, after: 'z' });
  });

  test('contain at least one, however long its texts and deep its place', () => {
    // Every character takes six bytes of JSON.
    const worst = '\u0000'.repeat(MAX_TEXT_CHARACTERS * 2);
    const difference: Difference = {
      change: 'changed',
      place: Array(8).fill(worst),
      before: worst,
      after: worst,
    };
    const { shown, leftOff } = limitDifferences([difference, difference]);
    expect([shown.length, leftOff]).toEqual([1, 1]);
    expect(bytesOf(shown)).toBeLessThan(MAX_DIFFERENCES_BYTES);
  });
});
