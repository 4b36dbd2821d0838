import type { Streets } from '../language/training-rows.ts';
import type { Random } from './random.ts';

/** The share of values with a street and a number from which values are addresses. */
const SHARE_OF_ADDRESSES = 1 / 3;
const HIGHEST_NUMBER = 130;

/** True if many of the values have a kind of street and a number. */
export function areAddresses(values: readonly string[], { form, kinds }: Streets): boolean {
  const isCompound = form.includes('{name}{kind}');
  const isStreet = (word: string) => kinds.some((kind) => (isCompound ? word.endsWith(kind) : word === kind));
  const addresses = values.filter(
    (value) =>
      /\p{N}/u.test(value) &&
      value
        .toLowerCase()
        .split(/[\s,]+/u)
        .some(isStreet),
  ).length;
  return addresses > 0 && addresses >= values.length * SHARE_OF_ADDRESSES;
}

/** Made-up addresses, each a street and a number. */
export function addressesIn({ form, kinds, names }: Streets, count: number, random: Random): string[] {
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, () => {
    const number = 1 + Math.floor(random() * HIGHEST_NUMBER);
    return form
      .replace('{number}', `${number}${random() < 0.1 ? 'b' : ''}`)
      .replace('{name}', pick(names))
      .replace('{kind}', pick(kinds));
  });
}
