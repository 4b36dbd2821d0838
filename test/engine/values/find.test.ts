import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSlots } from '../../../engine/understand/values/find-slots.ts';
import { gazetteerRecognizer } from '../../../engine/values/gazetteer.ts';
import { smallBank } from '../dialogue/bank.ts';
import { tableOf } from '../understand/values/support.ts';
import { utteranceOf } from './support.ts';

const bank = smallBank();
const slots = bank.competencies.get('transfer')?.slots ?? [];

const find = (
  text: string,
  { asked = null, filled = [] as string[] }: { asked?: string | null; filled?: string[] } = {},
) =>
  Object.fromEntries(
    findSlots(tableOf(bank, { slots }, utteranceOf(text), { asked, filled })).map(({ slot, candidate }) => [
      slot,
      candidate.value,
    ]),
  );

describe('two slots of one entity', () => {
  it('are told apart by the words around them, in either order', () => {
    const both = { account_from: 'checking', account_to: 'savings' };
    expect(find('from checking to savings')).toEqual(both);
    expect(find('to savings from checking')).toEqual(both);
    expect(find('to my savings')).toEqual({ account_to: 'savings' });
  });

  it('are filled in the order of declaration where nothing tells them apart', () => {
    expect(find('checking savings')).toEqual({ account_from: 'checking', account_to: 'savings' });
  });

  it('are filled with the asked slot first, then an empty one', () => {
    expect(find('checking', { asked: 'account_to' })).toEqual({ account_to: 'checking' });
    expect(find('checking', { filled: ['account_from'] })).toEqual({ account_to: 'checking' });
  });

  it('are told apart by a clear context even where the other was asked for', () => {
    expect(find('from checking', { asked: 'account_to' })).toEqual({ account_from: 'checking' });
  });
});

describe('two slots of numbers', () => {
  const context = (left: Record<string, number>, right: Record<string, number>) => ({
    en: { left, secondLeft: {}, right },
  });
  const counting = slots.slice(0, 1).flatMap((slot) => [
    { ...slot, name: 'days', entity: 'number', contexts: context({ for: 9 }, { days: 9 }) },
    {
      ...slot,
      name: 'rooms',
      entity: 'number',
      required: false,
      contexts: context({ for: 1 }, { rooms: 9 }),
    },
  ]);

  it('are told apart by what the numbers count, not by the words before them', () => {
    const given = (text: string) =>
      findSlots(tableOf(bank, { slots: counting }, utteranceOf(text))).map(({ slot, candidate }) => [
        slot,
        candidate.value,
      ]);
    expect(given('a reservation for 3 rooms')).toEqual([['rooms', 3]]);
    expect(given('for 3 rooms for 5 days')).toEqual([
      ['rooms', 3],
      ['days', 5],
    ]);
  });
});

describe('the name of a slot', () => {
  const ranged = slots.slice(0, 1).map((slot) => ({ ...slot, name: 'price_range', entity: 'price_range' }));
  const recognizerOf = () =>
    gazetteerRecognizer({ name: 'price_range', values: { pricey: { en: ['pricey'] } } }, 'en');
  const priced = { ...bank, recognizerOf };
  const given = (text: string) =>
    findSlots(tableOf(priced, { slots: ranged }, utteranceOf(text))).map(({ slot, candidate }) => [
      slot,
      candidate.value,
    ]);

  it('is not read as a mistyped value of the slot', () => {
    expect(given('food at any price')).toEqual([]);
    expect(given('food that is pricei')).toEqual([['price_range', 'pricey']]);
  });
});

describe('a fraction', () => {
  const dated = slots.slice(0, 1).flatMap((slot) => [
    { ...slot, name: 'people', entity: 'number', contexts: {} },
    { ...slot, name: 'day', entity: 'date', contexts: {} },
  ]);
  const given = (text: string) =>
    findSlots(tableOf(bank, { slots: dated }, utteranceOf(text))).map(({ slot: name, candidate }) => [
      name,
      candidate.value,
    ]);

  it('is a date, not a number, where a slot takes dates', () => {
    expect(given('on 4/5 for 3 people')).toEqual([
      ['day', '2026-04-05'],
      ['people', 3],
    ]);
    expect(given('3/4')).toEqual([['day', '2027-03-04']]);
  });
});

describe('a lone "one"', () => {
  it('is an amount only with a currency or where an amount was asked for', () => {
    expect(find('to the other one')).toEqual({});
    expect(find('from one account to another')).toEqual({});
    expect(find('the first one', { asked: 'amount' })).toEqual({ amount: 1 });
    expect(find('one', { asked: 'amount' })).toEqual({ amount: 1 });
    expect(find('the 1')).toEqual({ amount: 1 });
    expect(find('that one dollar')).toEqual({ amount: 1 });
  });
});

describe('found slots', () => {
  it('never overlap, never repeat a slot, and reproduce the user’s words', () => {
    const word = fc.constantFrom(
      'from',
      'to',
      'checking',
      'savings',
      'rainy',
      'day',
      'fund',
      '50',
      'dollars',
      '$',
      'current',
      'ü',
      '\ud83d',
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 15 }),
        fc.constantFrom(null, 'account_to', 'amount'),
        (words, asked) => {
          const text = words.join(' ');
          const found = findSlots(tableOf(bank, { slots }, utteranceOf(text), { asked }));
          expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length);
          let end = 0;
          for (const { candidate, raw } of found) {
            expect(candidate.start).toBeGreaterThanOrEqual(end);
            expect(raw).toBe(text.slice(candidate.start, candidate.end));
            end = candidate.end;
          }
        },
      ),
    );
  });
});
