import { expect, it } from 'vitest';
import type { Dialogue } from '../../../bench/dialogue/rows.ts';
import { serviceTurns } from '../../../bench/dialogue/turns.ts';

type Turn = Dialogue['turns'][number];

const user = (text: string, state: Turn['state'], slot?: string): Turn => ({
  who: 'user',
  text,
  acts: slot === undefined ? [] : [{ act: 'INFORM', slot, values: ['x'] }],
  spans: [],
  ...(state && { state }),
});
const boats = (slots: Record<string, string[]>) => ({ Boats_1: { intent: 'Find', slots } });
const cars = { Cars_1: { intent: 'Rent', slots: {} } };

it('a turn that only moves on to another service is not played', () => {
  const turns = [
    user('a boat on Como', boats({ lake: ['Como'] }), 'lake'),
    user('and a car', { ...boats({ lake: ['Como'] }), ...cars }),
    user('a big one', cars),
  ];
  const own = serviceTurns({ id: '', services: ['Boats_1', 'Cars_1'], turns }, 'Boats_1');
  expect(own.map(({ text }) => text)).toEqual(['a boat on Como']);
});

it('a slot counts as said from the turn in which the user says it', () => {
  const turns = [
    user('a boat', boats({})),
    user('on Como', boats({ lake: ['Como'] }), 'lake'),
    user('thanks', boats({ lake: ['Como'], boat: ['Ariel'] })),
  ];
  const own = serviceTurns({ id: '', services: ['Boats_1'], turns }, 'Boats_1');
  expect(own.map(({ told }) => [...told])).toEqual([[], ['lake'], ['lake']]);
});

it('an offer of the system for the service is known from the next turn on', () => {
  const offer = (value: string): Turn => ({
    who: 'system',
    text: value,
    acts: [{ act: 'OFFER', slot: 'boat', values: [value] }],
    spans: [],
  });
  const turns = [
    user('a boat on Como', boats({ lake: ['Como'] }), 'lake'),
    offer('Ariel'),
    user('another', boats({ lake: ['Como'] })),
    offer('Calypso'),
    user('and a car', { ...boats({ lake: ['Como'] }), ...cars }),
    offer('a Beetle'),
    user('fine', boats({ lake: ['Como'], boat: ['Calypso'] })),
  ];
  const own = serviceTurns({ id: '', services: ['Boats_1', 'Cars_1'], turns }, 'Boats_1');
  expect(own.map(({ offered }) => offered.get('boat') ?? [])).toEqual([[], ['Ariel'], ['Ariel', 'Calypso']]);
});
