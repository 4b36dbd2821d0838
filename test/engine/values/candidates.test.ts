import { describe, expect, it } from 'vitest';
import { constantOf, pickCandidate, pickMapped } from '../../../engine/dialogue/business-logic/candidates.ts';

const ACCOUNTS = ['College Checking Account', 'Sapphire Credit Card Account', '401K Account'];

describe('pickCandidate', () => {
  it.each([
    ['sapphire credit card account', 'Sapphire Credit Card Account'],
    ['my credit card', 'Sapphire Credit Card Account'],
    ["john's checking account", 'College Checking Account'],
    ['account', null],
    ['checking or the credit card', null],
    ['gold', null],
    ['', null],
  ])('%s → %s', (words, expected) => expect(pickCandidate(words, ACCOUNTS)).toBe(expected));

  it('does not pick the only candidate by a word that is not its own', () => {
    expect(pickCandidate('checking account', ['gold account'])).toBeNull();
    expect(pickCandidate('gold', ['gold account'])).toBe('gold account');
  });

  it('picks neither of two candidates with one name, but picks a repeated one', () => {
    expect(
      pickCandidate('gold', [
        { value: 'gold', id: 1 },
        { value: 'gold', id: 2 },
      ]),
    ).toBeNull();
    expect(pickCandidate('gold', ['gold', 'gold'])).toBe('gold');
  });
});

describe('pickMapped', () => {
  const synonyms = { type: 'fuzzy', threshold: 0.6, values: { a1: ['rainy day', 'blue'], a2: ['everyday'] } };

  it.each([
    ['rainy day', 'a1'],
    ['the blue one', 'a1'],
    ['everyday', 'a2'],
    ['fuzzy', null],
    ['values', null],
  ])('%s → %s', (words, expected) => expect(pickMapped(words, [synonyms], [])).toBe(expected));

  it('reads the children of a mapping', () => {
    expect(pickMapped('blue', [{ type: 'first_match', children: [synonyms] }], [])).toBe('a1');
  });

  it('reads a mapping that is a bare table of values', () => {
    expect(pickMapped('golden', { gold: ['golden'] }, [{ value: 'gold', id: 7 }])).toEqual({
      value: 'gold',
      id: 7,
    });
  });

  it('stops in a mapping that contains itself', () => {
    const endless: Record<string, unknown> = { type: 'first_match' };
    endless.children = [endless];
    expect(pickMapped('gold', endless, [])).toBeNull();
  });
});

it('constantOf returns the value of a constant, or null without one', () => {
  expect(constantOf([{ type: 'first_match', children: [{ type: 'constant', value: 'NONE' }] }])).toBe('NONE');
  expect(constantOf([{ type: 'fuzzy', value: 'NONE' }])).toBeNull();
  expect(constantOf(undefined)).toBeNull();
});
