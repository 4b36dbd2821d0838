/** The mark that stands in the log in place of a text that may not be read there. */
export const MASK = '•••';

/** A part of a text, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** The text with each stretch replaced by the mask; stretches that touch or overlap become one. */
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

/** An address of mail, or a run of digits with what people write between them. */
const TELLING = /[^\s@]+@[^\s@]+|\p{Nd}(?:[\p{Nd}\s.,:/()+-]*\p{Nd})?/gu;

/** The text without numbers and addresses, whoever they are about. */
export const maskNumbers = (text: string): string => text.replace(TELLING, MASK);

/** True where a text repeats a word of what may not be read, whatever its case. */
export function repeats(text: string, secrets: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return secrets.some((secret) =>
    secret
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.length > 1 && folded.includes(word)),
  );
}
