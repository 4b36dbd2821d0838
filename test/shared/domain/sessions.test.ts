import { describe, expect, test } from 'vitest';
import { erasePerson, peopleWith, personOf } from '../../../functions/shared/domain/sessions.ts';

/** A store from which each round takes so many, the last of them again and again. */
function storeOf(...rounds: number[]) {
  const asked: string[] = [];
  const erase = async (person: string) => {
    asked.push(person);
    return rounds[Math.min(asked.length, rounds.length) - 1] ?? 0;
  };
  return { erase, asked };
}

describe('erasing a person', () => {
  test('goes on until nothing is found, and says how much there was', async () => {
    const store = storeOf(3, 1, 0);
    expect(await erasePerson(store, 'acme', 'ann')).toBe(4);
    expect(store.asked).toEqual(Array(3).fill(personOf('acme', 'ann')));
  });

  test('where there is nothing asks once', async () => {
    const store = storeOf(0);
    expect(await erasePerson(store, 'acme', 'ann')).toBe(0);
    expect(store.asked).toHaveLength(1);
  });

  test('who keeps talking ends after five rounds', async () => {
    const store = storeOf(1);
    expect(await erasePerson(store, 'acme', 'ann')).toBe(5);
    expect(store.asked).toHaveLength(5);
  });
});

test('a person is known by what says nothing of them, apart in each institution', () => {
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

  test('are the twenty that came last', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `p${index}`);
    expect(peopleWith(twenty.slice(0, 19), 'p19')).toEqual(twenty);
    expect(peopleWith(twenty, 'new')).toEqual([...twenty.slice(1), 'new']);
  });
});
