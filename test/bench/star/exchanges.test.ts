import { describe, expect, it } from 'vitest';
import { exchangesOf, hearing, OutcomeBook, outcomesOf } from '../../../bench/star/exchanges.ts';
import { listenerOfService } from '../../../bench/star/listener.ts';
import { clockOf } from '../../../bench/star/task-replay.ts';
import { serviceOf } from '../../../bench/star/task-service.ts';
import { dialogueCalled, dialogues, taskCalled, tasks } from './support.ts';

const book = new OutcomeBook(tasks, dialogues);

function exchangesIn(id: string) {
  const dialogue = dialogueCalled(id);
  const task = taskCalled(dialogue.task);
  const listener = listenerOfService(serviceOf(dialogue.task, task), clockOf(dialogue));
  return exchangesOf(dialogue, task, listener, (turn) => book.of(dialogue.task, turn));
}

describe('the expected result of a turn', () => {
  it('is what the user has said so far of the next query', () => {
    const [first, second] = exchangesIn('smoke-0');
    expect(first?.told).toEqual(new Map([['lake', 'Blue Lake']]));
    expect(second?.told).toEqual(
      new Map([
        ['lake', 'Blue Lake'],
        ['renter_name', 'Ilse Brandt'],
      ]),
    );
  });

  it('includes a day that is said relative to today', () => {
    expect(exchangesIn('smoke-2')[2]?.told.get('day')).toBe('Tuesday');
  });

  it('contains values of the next query only', () => {
    const told = exchangesIn('smoke-1').map((exchange) => exchange.told.get('day'));
    expect(told.slice(2, 5)).toEqual(['Saturday', 'Saturday', 'Sunday']);
  });

  it('omits a value that the person misunderstood, until the user says it again', () => {
    const dialogue = dialogueCalled('smoke-4');
    const turns = dialogue.turns.map((turn) =>
      turn.who === 'wizard' && turn.query?.constraints.Harbour === 'South Quay'
        ? { ...turn, query: { ...turn.query, constraints: { ...turn.query.constraints, Day: 'Sunday' } } }
        : turn,
    );
    const task = taskCalled('tide_look');
    const listener = listenerOfService(serviceOf('tide_look', task), clockOf(dialogue));
    const exchanges = exchangesOf({ ...dialogue, turns }, task, listener, () => 'good');
    expect([...(exchanges[2]?.told.keys() ?? [])]).toEqual(['harbour']);
  });

  it('is one of four steps: ask, query, book or neither', () => {
    expect(exchangesIn('smoke-1').map(({ step }) => step)).toEqual([
      'ask',
      'ask',
      'ask',
      'query',
      'query',
      'neither',
      'book',
      'neither',
    ]);
  });

  it('is a correction if a value differs from the query before', () => {
    const corrected = exchangesIn('smoke-1').map((exchange) => [...exchange.corrected]);
    expect(corrected.flat()).toEqual([['day', 'Sunday']]);
    expect(corrected[4]).toEqual([['day', 'Sunday']]);
  });

  it('is a digression if the words answer no question', () => {
    expect(exchangesIn('smoke-0').map(({ isDigression }) => isDigression)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the conversation before a turn', () => {
  it('contains what the person has understood, and the last question', () => {
    const { before } = exchangesIn('smoke-0')[2] ?? {};
    expect(before).toMatchObject({ place: 'open', asked: 'day', prompt: 'On which day?' });
    expect(before?.slots).toEqual(
      new Map([
        ['lake', 'Blue Lake'],
        ['renter_name', 'Ilse Brandt'],
      ]),
    );
  });

  it('is at the place that the recorded outcomes have led to', () => {
    expect(exchangesIn('smoke-1').map(({ before }) => before.place)).toEqual([
      'start',
      'open',
      'open',
      'open',
      'unavailable',
      'available',
      'available',
      'done',
    ]);
  });
});

it('the outcomes of queries are listed in their order', () => {
  expect(outcomesOf(dialogueCalled('smoke-1'), book)).toEqual({ look: ['bad', 'good'], book: ['good'] });
});

it('a message without a label has the outcome of the same message with a label', () => {
  const unlabelled = {
    who: 'wizard',
    text: 'Well, no.',
    query: { api: 'kayak_book', constraints: {} },
  } as const;
  expect(book.of('kayak_book', { ...unlabelled, result: { Message: 'None left.' } })).toBe('bad');
});

describe('the listener', () => {
  const task = taskCalled('kayak_book');
  const listener = listenerOfService(serviceOf('kayak_book', task), clockOf(dialogueCalled('smoke-0')));
  const query = new Map([
    ['lake', 'Blue Lake'],
    ['people', '3'],
  ]);
  const heard = (texts: string[], pair: [string, string] = ['lake', 'Blue Lake']) =>
    hearing(listener, pair, texts, { query, spellings: [] });

  it('counts the value that was said last', () => {
    expect(heard(['the blue one'])).toBe('said');
    expect(heard(['Blue Lake', 'rather Otter Lake'])).toBe('other');
    expect(heard(['Blue Lake or Otter Lake'])).toBe('other');
    expect(heard(['Otter Lake or Blue Lake'])).toBe('said');
    expect(heard(['good day'])).toBe('unsaid');
  });

  it('does not take a number of a date or a time for a count', () => {
    expect(heard(['at 3 pm'], ['people', '3'])).toBe('unsaid');
    expect(heard(['3 of us'], ['people', '3'])).toBe('said');
  });
});
