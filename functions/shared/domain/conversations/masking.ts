/** The replacement for masked text in the log. */
export const MASK = '•••';

/** A part of a text, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** The text with each stretch masked; touching or overlapping stretches are merged. */
export function maskStretches(text: string, stretches: readonly Stretch[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of [...stretches].sort((left, right) => left.start - right.start)) {
    if (end <= start || end <= at) continue;
    if (start > at || at === 0) masked += text.slice(at, start) + MASK;
    at = end;
  }
  return masked + text.slice(at);
}

/** An email address, or digits with the separators that people write between them. */
const IDENTIFYING = /[^\s@]+@[^\s@]+|\p{Nd}(?:[\p{Nd}\s.,:/()+-]*\p{Nd})?/gu;

/** The text with all numbers and email addresses masked. */
export const maskNumbers = (text: string): string => text.replace(IDENTIFYING, MASK);

/** True if a text contains a word of a secret, ignoring case. */
export function repeats(text: string, secrets: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return secrets.some((secret) =>
    secret
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.length > 1 && folded.includes(word)),
  );
}
