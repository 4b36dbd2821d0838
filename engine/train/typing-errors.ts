import type { Random } from './random.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Adds one random typo to a text: a letter omitted, inserted, replaced, or swapped with its neighbour. A text without
 * letters is returned unchanged.
 */
export function withTypo(text: string, random: Random): string {
  const places = [...text.matchAll(/\p{L}/gu)].map((match) => match.index);
  if (places.length === 0) return text;
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'e';
  const end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  switch (Math.floor(random() * 4)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + letter + text.slice(at);
    case 2:
      return text.slice(0, at) + letter + text.slice(end);
    default:
      return /^\p{L}/u.test(text.slice(end))
        ? text.slice(0, at) + text.slice(end, end + 1) + text.slice(at, end) + text.slice(end + 1)
        : text.slice(0, at) + text.slice(end);
  }
}
