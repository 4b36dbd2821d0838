import { expect, test } from 'vitest';
import { beginningOf } from '../../../cli/traffic/calendar.ts';
import { chanceOf } from '../../../cli/traffic/chance.ts';
import { dayOf } from '../../../functions/shared/domain/days.ts';

/** A Sunday at half past ten. */
const NOW = Date.UTC(2026, 10, 22, 10, 30);
const QUIET_MS = 15 * 60_000;

const beginnings = (days: number, now = NOW, seed = 1): number[] =>
  Array.from({ length: 2000 }, (_, session) => beginningOf(chanceOf('acme', seed, session), now, days));

test('made-up sessions begin within the days, and are over by now', () => {
  const times = beginnings(28);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.UTC(2026, 9, 26));
  expect(Math.max(...times)).toBeLessThanOrEqual(NOW - QUIET_MS);
  expect(new Set(times.map(dayOf)).size).toBe(28);
});

test('for one day, sessions begin on that day, or on the day before in its first minutes', () => {
  expect(new Set(beginnings(1).map(dayOf))).toEqual(new Set(['2026-11-22']));
  const midnight = Date.UTC(2026, 10, 22);
  expect(new Set(beginnings(1, midnight + QUIET_MS).map(dayOf))).toEqual(new Set(['2026-11-21']));
  expect(Math.max(...beginnings(1, midnight + QUIET_MS + 1))).toBeLessThanOrEqual(midnight + 1);
});

test('fewer sessions begin at the weekend, at night and in the first days', () => {
  const times = beginnings(28).map((at) => new Date(at));
  const count = (is: (at: Date) => boolean) => times.filter(is).length;
  const weekend = count((at) => [0, 6].includes(at.getUTCDay())) / 8;
  expect(weekend).toBeLessThan(0.7 * (count((at) => ![0, 6].includes(at.getUTCDay())) / 20));
  expect(count((at) => at.getUTCHours() < 5)).toBeLessThan(0.5 * count((at) => at.getUTCHours() >= 19));
  const [first, last] = [Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 15)];
  expect(count((at) => at.getTime() < first)).toBeLessThan(count((at) => at.getTime() >= last));
});

test('the same seed gives the same times, and another seed gives others', () => {
  expect(beginnings(28)).toEqual(beginnings(28));
  expect(beginnings(28, NOW, 2)).not.toEqual(beginnings(28));
});
