import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../../../../engine/dialogue/template/render.ts';

const said = (when: unknown, language = 'en'): string =>
  renderTemplate('{{when | date}}', { data: { when }, language, currency: null, escape: false });

describe('the date filter', () => {
  it.each([
    ['en', { value: '2026-03-19', grain: 'day' }, 'Thursday, March 19, 2026'],
    ['es', { value: '2026-03-19', grain: 'day' }, 'jueves, 19 de marzo de 2026'],
    ['de', { value: '2026-03-19', grain: 'day' }, 'Donnerstag, 19. März 2026'],
    ['en', { value: '2026-02-01', end: '2026-02-28', grain: 'month' }, 'February 2026'],
    ['en', { value: '2026-01-01', end: '2026-12-31', grain: 'year' }, '2026'],
    ['en', { value: '17:00', grain: 'minute' }, '5:00 PM'],
    ['fr', { value: '17:00', grain: 'minute' }, '17:00'],
    ['en', { value: 'PT2H30M', grain: 'minute' }, '2 hours and 30 minutes'],
    ['it', { value: 'P2W', grain: 'week' }, '2 settimane'],
    ['en', '2026-03-19', 'Thursday, March 19, 2026'],
  ])('in %s renders %j as “%s”', (language, value, expected) => {
    expect(said(value, language)).toBe(expected);
  });

  it('keeps the wall clock of the user', () => {
    expect(said({ value: '2026-03-19T17:00:00+09:00' })).toContain('5:00 PM');
    expect(said({ value: '2026-03-19T17:00:00-11:00' })).toContain('March 19');
  });

  it('writes both ends of a range, with plain spaces', () => {
    const days = { value: '2026-03-23', end: '2026-03-25', grain: 'day' };
    expect(said(days)).toBe('Monday, March 23 – Wednesday, March 25, 2026');
    expect(said({ value: '17:00', end: '19:00' })).toBe('5:00 – 7:00 PM');
    expect(said({ value: 'P2W3D' }, 'fr')).toBe('2 semaines et 3 jours');
  });

  it.each(['next week', 'P', '', 17])('leaves %j as it is', (value) => {
    expect(said(value)).toBe(String(value));
  });
});
