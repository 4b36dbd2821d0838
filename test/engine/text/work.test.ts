import { expect, test } from 'vitest';
import { TooMuchWork, UNITS, Work } from '../../../engine/text/work.ts';

test('work is done up to the limit, and none beyond it', () => {
  const work = new Work(10);
  work.spend(4);
  work.spend(6);
  expect(work.units).toBe(10);
  expect(() => work.spend(1)).toThrow(TooMuchWork);
});

test('a text counts with its characters, up to those that the encoder takes', () => {
  const unitsOf = (length: number) => {
    const work = new Work();
    work.spendText({ length });
    return work.units;
  };
  expect(unitsOf(10)).toBe(UNITS.text + 10 * UNITS.character);
  expect(unitsOf(600)).toBe(UNITS.text + 600 * UNITS.character);
  expect(unitsOf(601)).toBe(unitsOf(600));
});

test('tokens that the encoder runs meanwhile count with what is spent next, and earlier ones do not', () => {
  let run = 100;
  const work = new Work(10 + 3 * UNITS.token, () => run);
  work.spend(5);
  expect(work.units).toBe(5);
  run += 3;
  work.spend(5);
  expect(work.units).toBe(10 + 3 * UNITS.token);
  run += 1;
  expect(() => work.spend(0)).toThrow(TooMuchWork);
});

test('what is done after the reading has ended is counted, and not broken off', () => {
  const work = new Work(10);
  work.end();
  work.spend(11);
  expect(work.units).toBe(11);
});
