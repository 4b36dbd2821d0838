import { expect, it } from 'vitest';
import { entityOf } from '../../../bench/dialogue/entity-of.ts';

it.each([
  ['a slot whose values are days', 'leaving', ['tomorrow', 'March 3rd', 'next friday'], 'date'],
  ['a slot of a kind by name, half of whose values it reads', 'visit_date', ['tomorrow', 'whenever'], 'date'],
  ['a slot of counted people', 'people', ['four', '12', '3'], 'number'],
])('%s has a built-in entity', (_, name, values, entity) => {
  expect(entityOf(name, '', values)).toBe(entity);
});

it('a slot whose values no built-in entity reads is free text, whatever its description', () => {
  expect(entityOf('renter', 'The number of the renter', ['Ana Horvat', 'Tom'])).toBeNull();
});

it('a slot named like an entity is free text if the entity reads less than half of its values', () => {
  expect(entityOf('date', '', ['Ana', 'Tom', 'tomorrow'])).toBeNull();
});

it('a slot without known values gets its entity from its description', () => {
  expect(entityOf('sum', 'The amount of money to send', [])).toBe('money');
  expect(entityOf('friend', 'Who gets it', [])).toBeNull();
});
