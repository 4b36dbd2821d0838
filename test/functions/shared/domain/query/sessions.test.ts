import { describe, expect, test } from 'vitest';
import { peopleWith, personOf } from '../../../../../functions/shared/domain/query/sessions.ts';

test('a person has an id that reveals nothing, and differs in each institution', () => {
  const people = [personOf('acme', 'ann'), personOf('acme', 'bob'), personOf('rival', 'ann')];
  expect(new Set(people).size).toBe(3);
  for (const person of people) expect(person).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(personOf('acme', 'ann')).toBe(people[0]);
});

describe('the people of a session', () => {
  test('are each in it once, the first one included', () => {
    expect(peopleWith(undefined, 'a')).toEqual(['a']);
    expect(peopleWith(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
    expect(peopleWith(['a', 'b'], 'a')).toEqual(['a', 'b']);
  });

  test('are the latest twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `p${index}`);
    expect(peopleWith(twenty.slice(0, 19), 'p19')).toEqual(twenty);
    expect(peopleWith(twenty, 'new')).toEqual([...twenty.slice(1), 'new']);
  });
});
