import { expect, it } from 'vitest';
import { alignmentsOf } from '../../../bench/dialogue/alignment.ts';
import type { Service } from '../../../bench/dialogue/rows.ts';
import { sharedWords } from './support.ts';

type Slot = Service['slots'][number];

const slot = (name: string, description: string, possible: string[] = []): Slot => ({
  name,
  description,
  is_categorical: possible.length > 0,
  possible_values: possible,
});

const service = (name: string, slots: Slot[], intents: [string, string, boolean, string[]][]): Service => ({
  service: name,
  description: name,
  slots,
  intents: intents.map(([intent, description, is_transactional, required_slots]) => ({
    name: intent,
    description,
    is_transactional,
    required_slots,
    optional_slots: {},
  })),
});

const ours = service(
  'Inns_2',
  [
    slot('place', 'City where the inn is located'),
    slot('seats', 'Number of people at the table', ['1', '2']),
    slot('inn', 'Name of the inn'),
  ],
  [['FindInn', 'Find an inn in a city', false, ['place', 'seats']]],
);

const aligned = (services: Service[]) =>
  alignmentsOf(ours, services, () => [], sharedWords).map((alignment) => ({
    service: alignment.service.service,
    slots: [...alignment.slots].map(([theirs, { name }]) => [theirs, name]),
    intents: [...alignment.intents].map(([theirs, { name }]) => [theirs, name]),
  }));

it('slots are aligned if their descriptions are similar and their kinds equal', () => {
  const theirs = service(
    'Inns_1',
    [
      slot('city', 'City in which the inn is located'),
      slot('party', 'Number of people', ['1', '2', '3']),
      slot('garden', 'Whether people of the inn sit at the table', ['True', 'False']),
    ],
    [['FindInn', 'Find an inn', false, ['city', 'party', 'garden']]],
  );
  expect(aligned([theirs])).toEqual([
    {
      service: 'Inns_1',
      slots: [
        ['city', 'place'],
        ['party', 'seats'],
      ],
      intents: [['FindInn', 'FindInn']],
    },
  ]);
});

it('a slot that best matches one that users never say is aligned with no other', () => {
  const theirs = service(
    'Inns_1',
    [slot('inn_name', 'Name of the inn')],
    [['FindInn', 'Find an inn', false, ['inn_name']]],
  );
  expect(aligned([theirs])[0]?.slots).toEqual([]);
});

it('a deed is not aligned with a search, and a service without a match is left out', () => {
  const theirs = service(
    'Inns_1',
    [slot('city', 'City where the inn is located')],
    [['BookInn', 'Find an inn in a city', true, ['city']]],
  );
  const others = service('Banks_1', [slot('sum', 'Amount')], [['Pay', 'Send money', false, ['sum']]]);
  expect(aligned([theirs, others])).toEqual([]);
});
