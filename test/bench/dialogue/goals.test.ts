import { expect, it } from 'vitest';
import { areSameWords, GoalCounts } from '../../../bench/dialogue/goals.ts';
import type { SlotValue } from '../../../engine/dialogue/state.ts';

const held = (value: string): SlotValue => ({ value, raw: value, resolved: -1, details: {} });

function count(slots: Record<string, string[]>, told: string[], found: Record<string, string>): GoalCounts {
  const counts = new GoalCounts();
  const turn = { text: '', system: null, before: null, goal: { intent: 'Find', slots }, told: new Set(told) };
  const values = Object.fromEntries(Object.entries(found).map(([slot, value]) => [slot, held(value)]));
  counts.add(turn, values, (_, { value }, spelling) => areSameWords(value, spelling));
  return counts;
}

it('a turn is right if each said slot holds one of its spellings', () => {
  expect(count({ lake: ['Loch Ness', 'Ness'] }, ['lake'], { lake: 'ness' }).joint).toBe(100);
  expect(count({ lake: ['Loch Ness'] }, ['lake'], { lake: 'Como' }).joint).toBe(0);
});

it('a turn is wrong if a slot is missing, and half right if one of two is missing', () => {
  const counts = count({ lake: ['Como'], day: ['today'] }, ['lake', 'day'], { lake: 'Como' });
  expect([counts.joint, counts.average]).toEqual([0, 50]);
});

it('a value that the user took over from the system is not required', () => {
  expect(count({ boat: ['Ariel'] }, [], {}).joint).toBe(100);
});

it('a slot with a value that nobody said makes the turn wrong', () => {
  expect(count({ lake: ['Como'] }, ['lake'], { lake: 'Como', day: 'today' }).joint).toBe(0);
});

it('a slot that the user leaves open is right if it is empty', () => {
  expect(count({ lake: ['dontcare'] }, ['lake'], {}).joint).toBe(100);
  expect(count({ lake: ['dontcare'] }, ['lake'], { lake: 'Como' }).joint).toBe(0);
});
