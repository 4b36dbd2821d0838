import { describe, expect, it } from 'vitest';
import { isAllowed, isTemporalBound, keepsOrder } from '../../../engine/values/validate.ts';

/** 18 March 2026 for the user, still the 17th in UTC. */
const clock = { now: Date.UTC(2026, 2, 17, 23, 30), offsetMinutes: 60 };
const rule = (min: number | string | null, max: number | string | null) => ({
  min,
  max,
  oneOf: null,
  pattern: null,
  minLength: null,
  maxLength: null,
});
const day = (value: string, end?: string, grain = 'day') => ({
  value,
  details: { grain, ...(end === undefined ? {} : { end }) },
});

describe('a rule of dates', () => {
  it.each([
    ['today', null, '2026-03-18', true],
    ['today', null, '2026-03-17', false],
    [null, 'today', '2026-03-18', true],
    [null, 'today', '2026-03-19', false],
    [null, 'today+30d', '2026-04-17', true],
    [null, 'today+30d', '2026-04-18', false],
    ['today-1d', null, '2026-03-17', true],
    ['today-1d', null, '2026-03-16', false],
    ['2026-03-20', '2026-03-21', '2026-03-20', true],
    ['2026-03-20', '2026-03-21', '2026-03-22', false],
    ['today', null, '2026-03-18T00:00:00+01:00', true],
    ['2026-03-18T12:00', null, '2026-03-18T11:59:00+01:00', false],
    ['2026-03-18T12:00', null, '2026-03-18T12:00:00+01:00', true],
    ['09:00', '17:00', '17:00', true],
    ['09:00', '17:00', '17:01', false],
  ])('from %s to %s: %s is allowed: %s', (min, max, value, allowed) => {
    expect(isAllowed(day(value), rule(min, max), clock)).toBe(allowed);
  });

  it('allows a stated range only as a whole, and a named period even in part', () => {
    const past = rule(null, 'today');
    expect(isAllowed(day('2026-03-16', '2026-03-19'), past, clock)).toBe(false);
    expect(isAllowed(day('2026-03-16', '2026-03-18'), past, clock)).toBe(true);
    expect(isAllowed(day('2026-03-01', '2026-03-31', 'month'), past, clock)).toBe(true);
    expect(isAllowed(day('2026-04-01', '2026-04-30', 'month'), past, clock)).toBe(false);
  });
});

describe('a rule that lists durations', () => {
  const durations = { ...rule(null, null), oneOf: ['PT90M', 'P2W', 'P1Y'] };
  it.each([
    ['PT90M', true],
    ['PT1H30M', true],
    ['PT91M', false],
    ['P14D', true],
    ['P13DT24H', true],
    ['P13D', false],
    ['P12M', true],
    ['P11M', false],
    ['P365D', false],
    ['P', false],
  ])('allows every form of the same length of time: %s is allowed: %s', (value, allowed) => {
    expect(isAllowed({ value, details: { grain: 'minute' } }, durations, clock)).toBe(allowed);
  });

  it('compares text that looks like a duration as plain text', () => {
    expect(isAllowed({ value: 'P12M', details: {} }, durations, clock)).toBe(false);
    expect(isAllowed({ value: 'P1Y', details: {} }, durations, clock)).toBe(true);
  });
});

it('a bound is a date, a time, or days from today', () => {
  for (const bound of ['today', 'today+7d', 'today - 7 d', '2026-03-18', '2026-03-18T10:00', '09:30'])
    expect(isTemporalBound(bound)).toBe(true);
  for (const bound of ['tomorrow', 'today+7', '18/03/2026', '9:30', ''])
    expect(isTemporalBound(bound)).toBe(false);
});

describe('the order of two slots', () => {
  const number = (value: number, currency?: string) => ({
    value,
    details: currency === undefined ? {} : { currency },
  });
  it.each([
    ['2026-03-20', 'after', '2026-03-19', true],
    ['2026-03-20', 'after', '2026-03-20', false],
    ['2026-03-20', 'min', '2026-03-20', true],
    ['2026-03-20', 'min', '2026-03-21', false],
    ['2026-03-20', 'before', '2026-03-21', true],
    ['2026-03-20', 'before', '2026-03-20', false],
    ['2026-03-20', 'max', '2026-03-20', true],
    ['2026-03-20', 'max', '2026-03-19', false],
    ['10:00', 'after', '09:59', true],
    ['10:00', 'after', '10:00', false],
    ['2026-03-20T10:00:00+01:00', 'after', '2026-03-20T09:59:00+01:00', true],
    ['2026-03-20T10:00:00+01:00', 'after', '2026-03-20T10:00:00+01:00', false],
    ['2026-03-20T10:00:00+01:00', 'after', '2026-03-20', true],
    ['2026-03-20T10:00:00+01:00', 'after', '2026-03-21', false],
  ] as const)('%s %s %s is kept: %s', (value, order, other, kept) => {
    expect(keepsOrder(day(value), day(other), order)).toBe(kept);
  });

  it.each([
    [3, 'max', 3, true],
    [4, 'max', 3, false],
    [3, 'min', 3, true],
    [2, 'min', 3, false],
    [4, 'after', 3, true],
    [3, 'after', 3, false],
    [3, 'before', 4, true],
    [3, 'before', 3, false],
  ] as const)('%s %s %s is kept: %s', (value, order, other, kept) => {
    expect(keepsOrder(number(value), number(other), order)).toBe(kept);
  });

  it('compares no amounts of two currencies, and no number with a day', () => {
    expect(keepsOrder(number(50, 'EUR'), number(40, 'EUR'), 'max')).toBe(false);
    expect(keepsOrder(number(50, 'EUR'), number(40, 'USD'), 'max')).toBe(true);
    expect(keepsOrder(number(5), day('2026-03-20'), 'max')).toBe(true);
  });

  it('compares with the end of a stated range, and with any part of a named period', () => {
    const [march, told] = [day('2026-03-01', '2026-03-31', 'month'), day('2026-03-05', '2026-03-09')];
    expect(keepsOrder(day('2026-03-09'), told, 'after')).toBe(false);
    expect(keepsOrder(day('2026-03-10'), told, 'after')).toBe(true);
    expect(keepsOrder(march, day('2026-03-30'), 'after')).toBe(true);
    expect(keepsOrder(march, day('2026-03-31'), 'after')).toBe(false);
  });
});
