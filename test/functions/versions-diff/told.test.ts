import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../authoring/diff.ts';
import {
  MAX_TEXT_CHARACTERS,
  MAX_TOLD_BYTES,
  toldDifferences,
} from '../../../functions/versions-diff/told.ts';

const added = (after: string): Difference => ({ change: 'added', place: ['name'], after });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the differences that an answer holds', () => {
  test('are all of them, in their order, where they are few', () => {
    const differences: Difference[] = [added('1'), { change: 'removed', place: ['a', 'b'], before: '2' }];
    expect(toldDifferences(differences)).toEqual({ told: differences, leftOff: 0 });
  });

  test('are the first ones that it has room for, and how many it leaves off', () => {
    const differences = ['one', 'two', 'three'].map(added);
    const room = bytesOf(differences[0]) + bytesOf(differences[1]);
    expect(toldDifferences(differences, room)).toEqual({ told: differences.slice(0, 2), leftOff: 1 });
    expect(toldDifferences(differences, room - 1)).toEqual({ told: differences.slice(0, 1), leftOff: 2 });
  });

  test('have texts of so many characters, and one more is cut, never within a character', () => {
    const textAfter = (after: string) => toldDifferences([added(after)]).told[0]?.after;
    const longest = 'x'.repeat(MAX_TEXT_CHARACTERS);
    expect(textAfter(longest)).toBe(longest);
    expect(textAfter(`${longest}y`)).toBe(`${longest}…`);
    expect(textAfter(`${longest.slice(1)}🙂`)).toBe(`${longest.slice(1)}…`);
    const [changed] = toldDifferences([
      { change: 'changed', place: [`${longest}y`], before: `${longest}y`, after: 'z' },
    ]).told;
    expect(changed).toEqual({ change: 'changed', place: [`${longest}…`], before: `${longest}…`, after: 'z' });
  });

  test('are one at least, however long its texts and deep its place are', () => {
    // Every character takes six bytes of JSON.
    const worst = '\u0000'.repeat(MAX_TEXT_CHARACTERS * 2);
    const difference: Difference = {
      change: 'changed',
      place: Array(8).fill(worst),
      before: worst,
      after: worst,
    };
    const { told, leftOff } = toldDifferences([difference, difference]);
    expect([told.length, leftOff]).toEqual([1, 1]);
    expect(bytesOf(told)).toBeLessThan(MAX_TOLD_BYTES);
  });
});
