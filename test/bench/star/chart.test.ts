import { describe, expect, it } from 'vitest';
import {
  invitationOf,
  isBooking,
  outcomesOfBooking,
  outcomesOfLook,
  questionsOf,
} from '../../../bench/star/chart.ts';
import { taskCalled } from './support.ts';

const kayak = taskCalled('kayak_book');
const tide = taskCalled('tide_look');

describe('the chart of a task', () => {
  it('asks in its own order, up to its first query', () => {
    expect([...questionsOf(kayak).keys()]).toEqual(['RenterName', 'Lake', 'Day', 'People']);
  });

  it('asks for what the query requires, even if the chart does not reach the question', () => {
    const edges = kayak.edges.filter(([, to]) => to !== 'kayak_ask_people');
    expect([...questionsOf({ ...kayak, edges }).keys()]).toContain('People');
  });

  it('does not ask for what only follows an outcome, unless it is required', () => {
    const asks = { ...tide.asks, tide_ask_ship: 'Ship' };
    const edges: typeof tide.edges = [...tide.edges, ['query_failure', 'tide_ask_ship']];
    expect([...questionsOf({ ...tide, asks, edges }).keys()]).toEqual(['Day', 'Harbour']);
  });

  it('has an invitation if it asks for criteria instead of a single slot', () => {
    expect(invitationOf(tide)).toBeNull();
    const edges: typeof tide.edges = [
      ['hello', 'tide_criteria'],
      ['tide_criteria', 'query'],
    ];
    const replies = { ...tide.replies, tide_criteria: 'I know days and harbours.' };
    expect(invitationOf({ ...tide, edges, replies })).toBe('I know days and harbours.');
  });

  it('recognizes a booking by its request type, and its outcomes by what follows them', () => {
    expect([isBooking(kayak), isBooking(tide)]).toEqual([true, false]);
    expect(outcomesOfLook(kayak)).toEqual({ good: ['kayak_ask_whether'], bad: ['kayak_none_left'] });
    expect(outcomesOfBooking(kayak)).toEqual({ good: ['kayak_booked'], bad: ['kayak_not_booked'] });
  });
});
