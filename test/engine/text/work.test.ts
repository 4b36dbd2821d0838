import { expect, test } from 'vitest';
import { isReached, TooMuchWork, UNITS, Work } from '../../../engine/text/work.ts';

test('work stops with an error beyond the limit', () => {
  const work = new Work(10);
  work.spend(4);
  work.spend(6);
  expect(work.units).toBe(10);
  expect(() => work.spend(1)).toThrow(TooMuchWork);
});

test('a text costs its characters, up to the encoder’s limit', () => {
  const unitsOf = (length: number) => {
    const work = new Work();
    work.spendText({ length });
    return work.units;
  };
  expect(unitsOf(10)).toBe(UNITS.text + 10 * UNITS.character);
  expect(unitsOf(600)).toBe(UNITS.text + 600 * UNITS.character);
  expect(unitsOf(601)).toBe(unitsOf(600));
});

test('a run of the encoder that would exceed the limit does not begin, and its tokens count once they have run', () => {
  const text = 'a'.repeat(400);
  const tokens = 100 * UNITS.token;
  const price = UNITS.text + 400 * UNITS.character;
  const enough = new Work(price + tokens);
  enough.spendText(text, text);
  expect(enough.units).toBe(price);
  expect(() => new Work(price + tokens - 1).spendText(text, text)).toThrow(TooMuchWork);
  expect(() => new Work(price).spendText(text)).not.toThrow();
  expect(() => new Work(price).spendText(text, text)).toThrow(TooMuchWork);
});

test('a run that fits is allowed, and blanks cost nothing', () => {
  const text = `${'a'.repeat(200)}${' '.repeat(2000)}${'a'.repeat(199)}`;
  expect(new Work(100 * UNITS.token).allows(text)).toBe(true);
  expect(new Work(100 * UNITS.token - 1).allows(text)).toBe(false);
});

test('the run of a whole text serves the parts whose greater half it reaches', () => {
  const whole = `${'a'.repeat(499)}${'b'.repeat(24)}${'c'.repeat(1001)}`;
  expect(isReached('b'.repeat(24), whole)).toBe(true);
  expect(isReached('c'.repeat(1001), whole)).toBe(false);
  expect(isReached('d', whole)).toBe(false);
  // Wishes that were read elsewhere are blank.
  const rest = (said: number) => ' '.repeat(said).padEnd(whole.length, 'c');
  expect(isReached(rest(255), whole)).toBe(true);
  expect(isReached(rest(256), whole)).toBe(false);
});

test('no run is longer than the encoder reads', () => {
  const price = UNITS.text + 600 * UNITS.character;
  const work = new Work(price + 128 * UNITS.token);
  expect(() => work.spendText({ length: 4096 }, 'a'.repeat(4096))).not.toThrow();
});

test('each letter of another script counts as a token before a run', () => {
  const price = UNITS.text + 40 * UNITS.character;
  const runs = (text: string, tokens: number) =>
    new Work(price + tokens * UNITS.token).spendText({ length: 40 }, text);
  expect(() => runs('é'.repeat(40), 10)).not.toThrow();
  expect(() => runs('ж'.repeat(40), 40)).not.toThrow();
  expect(() => runs('ж'.repeat(40), 39)).toThrow(TooMuchWork);
});

test('tokens that the encoder has run since the start count with the next spending', () => {
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

test('work after the end of the reading is counted, but not limited', () => {
  const work = new Work(10);
  work.end();
  work.spend(11);
  expect(work.units).toBe(11);
});
