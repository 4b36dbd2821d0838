import type { Streets } from '../language/training-rows.ts';
import { drawn, type Random } from './random.ts';

/** The share of values with a street and a number from which values are addresses. */
const SHARE_OF_ADDRESSES = 1 / 3;
const HIGHEST_NUMBER = 130;

const partsOf = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{M}'’.]+/gu) ?? [];

/** True for a word that is, or in compounds ends with, a kind of street. */
function isStreet(word: string, { form, kinds }: Streets): boolean {
  const isCompound = form.includes('{name}{kind}');
  return kinds
    .map((kind) => kind.toLowerCase())
    .some((kind) => (isCompound ? word.endsWith(kind) : word === kind));
}

/** True if many of the values have a kind of street and a number. */
export function areAddresses(values: readonly string[], streets: Streets): boolean {
  const addresses = values.filter(
    (value) => /\p{N}/u.test(value) && partsOf(value).some((word) => isStreet(word, streets)),
  ).length;
  return addresses > 0 && addresses >= values.length * SHARE_OF_ADDRESSES;
}

/** The last number of an address before its first comma, with its letters and its range: “14”, “12hs”, “14b-16”. */
const HOUSE_NUMBER = /^[^,]*\p{N}\p{L}*(?:[-–/]\p{N}+\p{L}*)?(?![\p{L}\p{N}])/u;

/** What follows street and number in an address: “, Bonn”. */
function tailOf(address: string, { form }: Streets): string {
  if (form.endsWith('{number}')) return address.replace(HOUSE_NUMBER, '');
  const comma = address.lastIndexOf(',');
  return comma < 0 ? '' : address.slice(comma);
}

/** Made-up addresses: a street and a number, and what follows them in one of the author's own. */
export function addressesLike(
  own: readonly string[],
  streets: Streets,
  count: number,
  random: Random,
): string[] {
  const { form, kinds, names } = streets;
  const pick = (words: readonly string[]): string => drawn(words, random) ?? '';
  return Array.from({ length: count }, () => {
    const number = 1 + Math.floor(random() * HIGHEST_NUMBER);
    const name = pick(names);
    const kind = pick(kinds);
    const isApart = name.endsWith('_');
    return `${form
      .replace('{number}', `${number}${random() < 0.1 ? 'b' : ''}`)
      .replace('{name}', isApart ? `${name.slice(0, -1)} ` : name)
      .replace(
        '{kind}',
        isApart ? kind.charAt(0).toUpperCase() + kind.slice(1) : kind,
      )}${tailOf(pick(own), streets)}`;
  });
}
