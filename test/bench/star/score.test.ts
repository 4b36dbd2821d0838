import { describe, expect, it } from 'vitest';
import { type Exchange, exchangesOf } from '../../../bench/star/exchanges.ts';
import { listenerOfService } from '../../../bench/star/listener.ts';
import { isRightStep, meansOf, TaskCounts } from '../../../bench/star/score.ts';
import { clockOf, type Played } from '../../../bench/star/task-replay.ts';
import { serviceOf } from '../../../bench/star/task-service.ts';
import { initialState } from '../../../engine/dialogue/state.ts';
import { dialogueCalled, taskCalled } from './support.ts';

const dialogue = dialogueCalled('smoke-0');
const task = taskCalled('kayak_book');
const listener = listenerOfService(serviceOf('kayak_book', task), clockOf(dialogue));
const exchanges = exchangesOf(dialogue, task, listener, () => 'good');

const value = (meant: string | number) => ({
  value: meant,
  raw: String(meant),
  resolved: -1 as const,
  details: {},
});
const played = (changes: Partial<Played> = {}): Played => ({
  state: initialState(),
  made: { look: 0, book: 0, queried: null },
  held: {},
  step: 'ask',
  again: false,
  asked: 'day',
  booked: false,
  ...changes,
});
const at = (index: number): Exchange => {
  const exchange = exchanges[index];
  if (exchange === undefined) throw new Error(`there is no turn ${index}`);
  return exchange;
};

function scoresOf(index: number, result: Partial<Played>, before: Played['held'] = {}) {
  const counts = new TaskCounts(listener);
  counts.addForced(at(index), played(result), before);
  return counts.scores();
}

describe('the slots of a turn', () => {
  it('are held if they have the value that was said, in any spelling', () => {
    const held = { lake: value('Blue Lake'), renter_name: value('ilse brandt') };
    expect(scoresOf(1, { held })).toMatchObject({ slots_held: 100, contradicted: 0 });
  });

  it('are contradicted by another value, and only missed if empty', () => {
    expect(scoresOf(1, { held: { lake: value('Otter Lake') } })).toMatchObject({
      slots_held: 0,
      contradicted: 100,
    });
    expect(scoresOf(1, { held: {} })).toMatchObject({ slots_held: 0, contradicted: null });
  });

  it('may be a date if a weekday was said', () => {
    const held = { day: value('2019-03-08') };
    expect(scoresOf(2, { held }).slots_held).toBeCloseTo(100 / 3);
  });
});

it('a free text is held if it contains what the person wrote down', () => {
  const held = { lake: value('a boat on Blue Lake please') };
  const counts = new TaskCounts(listener, new Set(['lake']));
  counts.addForced(at(0), played({ held }), {});
  expect(counts.scores()).toMatchObject({ slots_held: 100, contradicted: 0 });
  expect(scoresOf(0, { held })).toMatchObject({ slots_held: 0, contradicted: 100 });
});

describe('the next step', () => {
  const asks = { told: new Map([['lake', 'Blue Lake']]), step: 'ask' } as const;

  it('is right with any question for an unsaid slot', () => {
    expect(isRightStep(asks, played({ asked: 'people' }))).toBe(true);
    expect(isRightStep(asks, played({ asked: 'lake' }))).toBe(false);
  });

  it('is right after a digression if the question is asked again', () => {
    expect(isRightStep({ ...asks, step: 'neither' }, played({ again: true }))).toBe(true);
    expect(isRightStep({ ...asks, step: 'neither' }, played())).toBe(false);
  });
});

describe('deeds', () => {
  it('are recalled in the turn in which the person books', () => {
    expect(scoresOf(5, { step: 'book', booked: true, asked: null })).toMatchObject({
      deed_recall: 100,
      deed_false: 0,
    });
    expect(scoresOf(5, { step: 'query', asked: null })).toMatchObject({ deed_recall: 0, deed_false: 0 });
  });

  it('are false if the person does not book then', () => {
    expect(scoresOf(4, { step: 'book', booked: true, asked: null })).toMatchObject({
      deed_recall: null,
      deed_false: 100,
    });
  });
});

describe('a digression', () => {
  const held = { lake: value('Blue Lake') };

  it('is survived if values and question stay the same', () => {
    expect(scoresOf(4, { again: true, held }, held).kept_after_digression).toBe(100);
  });

  it('is not survived if a value or the question has changed', () => {
    expect(scoresOf(4, { again: false, held }, held).kept_after_digression).toBe(0);
    expect(scoresOf(4, { again: true, held: { lake: value('Mill Pond') } }, held).kept_after_digression).toBe(
      0,
    );
  });
});

it('counts a freely played conversation at its first and last query', () => {
  const counts = new TaskCounts(listener);
  const held = { lake: value('Blue Lake'), renter_name: value('Ilse Brandt'), day: value('2019-03-08') };
  for (const exchange of exchanges) counts.addFree(exchange, { held });
  expect(counts.scores()).toMatchObject({ proxy_first_query: 0, slots_at_first_query: 75 });
});

it('means weigh tasks equally, without tasks that have no such turn', () => {
  const [left, right] = [scoresOf(1, { held: {} }), scoresOf(5, { booked: true, step: 'book', asked: null })];
  expect(meansOf([left, right])).toMatchObject({ deed_recall: 100 });
  expect(
    meansOf([
      { ...left, slots_held: 50 },
      { ...right, slots_held: 100 },
    ]).slots_held,
  ).toBe(75);
});
