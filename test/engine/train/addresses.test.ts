import { describe, expect, it } from 'vitest';
import { trainingRowsOf } from '../../../engine/language/training.ts';
import type { Streets } from '../../../engine/language/training-rows.ts';
import { addressesLike, areAddresses } from '../../../engine/train/addresses.ts';
import { answerRows, type TaughtSlot, withUsualValues } from '../../../engine/train/free-text-rows.ts';
import { seededRandom } from '../../../engine/train/random.ts';
import type { TaggedExample } from '../../../engine/train/tagger/examples.ts';

const streetsOf = (language: string): Streets => {
  const streets = trainingRowsOf(language)?.streets;
  if (!streets) throw new Error(`no streets in ${language}`);
  return streets;
};

describe('addresses', () => {
  it('are recognised if a third of the values are streets with a number', () => {
    expect(areAddresses(['12 Elm Street', 'the yard', 'our house'], streetsOf('en'))).toBe(true);
    expect(areAddresses(['12 Elm Street', 'the yard', 'our house', 'here'], streetsOf('en'))).toBe(false);
    expect(areAddresses([], streetsOf('en'))).toBe(false);
  });

  it.each([
    ['en', ['Elm Street', 'the yard']],
    ['en', ['30 kilos', '2 boxes']],
    ['de', ['am Montag um 9', 'Haus 12']],
  ])('need both a street and a number (%s: %j)', (language, values) => {
    expect(areAddresses(values, streetsOf(language))).toBe(false);
  });

  it.each(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'])('are made up in %s, the same each time', (language) => {
    const streets = streetsOf(language);
    const made = addressesLike([], streets, 50, seededRandom(3));
    expect(made).toEqual(addressesLike([], streets, 50, seededRandom(3)));
    expect(new Set(made).size).toBeGreaterThan(40);
    for (const address of made) {
      expect(areAddresses([address], streets)).toBe(true);
      expect(address).not.toMatch(/[{}]|\s\s/u);
    }
  });
});

it.each([
  ['en', '14 Elm Street, Bath', /, Bath$/u],
  ['fr', '14 rue du Port, 29200 Brest', /\p{L}, 29200 Brest$/u],
  ['de', 'Lindenweg 14b in Bonn', /^\D+\d+b? in Bonn$/u],
  ['de', 'Lindenweg 14-16', /^\D+\d+b?$/u],
  ['nl', 'Kerkstraat 12hs, Gent', /^\D+\d+b?, Gent$/u],
  ['it', 'Via Roma 14bis, Milano', /\d+b?, Milano$/u],
  ['pt', 'Rua 25 de Abril 14', /\D\d+b?$/u],
  ['en', 'Flat 2, 14 Elm Street, Bath', /^\d+b? [^,]+, Bath$/u],
])('made-up addresses end as the author’s own do (%s: %s)', (language, own, end) => {
  for (const address of addressesLike([own], streetsOf(language), 20, seededRandom(3)))
    expect(address).toMatch(end);
});

describe('a slot of addresses', () => {
  const text = 'a bin for 14 Church Lane on friday';
  const address = { slot: 'address', start: 10, end: 24 };
  const examples: TaggedExample[] = [
    { text, label: 'bin', slots: [address, { slot: 'day', start: 28, end: 34 }] },
  ];
  const slot: TaughtSlot = { competency: 'bin', slot: 'address', isText: true, multiple: false, values: [] };
  const ownOf = (some: readonly TaggedExample[]) => withUsualValues([slot], some, 'en')[0]?.values ?? [];

  it('is taught made-up addresses beside those that are marked', () => {
    expect(ownOf(examples).length).toBeGreaterThan(10);
    expect(areAddresses(ownOf(examples), streetsOf('en'))).toBe(true);
  });

  it('is taught no addresses if its marked values are not addresses', () => {
    const note = [
      { text: 'a bin for my yard', label: 'bin', slots: [{ slot: 'address', start: 10, end: 17 }] },
    ];
    expect(ownOf(note)).toEqual([]);
  });

  it('is never separated by a comma from the value of the next slot', () => {
    const rows = answerRows(examples, [slot], 'en').filter(({ slots }) => slots.length > 1);
    const between = rows.flatMap(({ text: said, slots }) => {
      const at = slots.findIndex((span) => span.slot === 'address');
      const next = slots[at + 1];
      return next === undefined ? [] : said.slice(slots[at]?.end, next.start);
    });
    expect(new Set(between)).toEqual(new Set([' on ', ' ']));
  });
});
