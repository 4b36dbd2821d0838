import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '../../../engine/assistant.ts';
import { isOpen, nextOpening } from '../../../engine/dialogue/opening-hours.ts';

/** Monday from 9 to 12 and from 13 to 17:30, Friday from 10 to 24. */
const HOURS: OpeningHours = {
  timeZone: 'Europe/Berlin',
  week: [
    [
      [540, 720],
      [780, 1050],
    ],
    [],
    [],
    [],
    [[600, 1440]],
    [],
    [],
  ],
};

const at = (time: string): number => Date.parse(time);

describe('opening hours', () => {
  test.each<[string, boolean]>([
    // Berlin is one hour ahead of UTC in January, two hours in July.
    ['2026-01-05T07:59:59Z', false],
    ['2026-01-05T08:00:00Z', true],
    ['2026-01-05T10:59:59Z', true],
    ['2026-01-05T11:00:00Z', false],
    ['2026-01-05T16:29:59Z', true],
    ['2026-01-05T16:30:00Z', false],
    ['2026-07-06T07:00:00Z', true],
    ['2026-07-06T06:59:59Z', false],
    ['2026-01-09T22:59:59Z', true],
    ['2026-01-09T23:00:00Z', false],
    ['2026-01-06T10:00:00Z', false],
  ])('follow the time zone, to the second: %s', (time, open) => {
    expect(isOpen(HOURS, at(time))).toBe(open);
  });

  test.each([
    ['2026-01-05T06:00:00Z', 'en', 'Monday 09:00'],
    ['2026-01-05T11:30:00Z', 'en', 'Monday 13:00'],
    ['2026-01-05T20:00:00Z', 'en', 'Friday 10:00'],
    ['2026-01-10T12:00:00Z', 'de', 'Montag, 09:00'],
  ])('tell the next opening: at %s in %s, %s', (time, language, told) => {
    expect(nextOpening(HOURS, at(time), language)).toBe(told);
  });

  test('open again a week later with one open day, and never with none', () => {
    const week = [[[540, 600] as const], [], [], [], [], [], []];
    expect(nextOpening({ ...HOURS, week }, at('2026-01-05T12:00:00Z'), 'en')).toBe('Monday 09:00');
    const never = { ...HOURS, week: week.map(() => []) };
    expect(nextOpening(never, at('2026-01-05T12:00:00Z'), 'en')).toBeNull();
  });
});
