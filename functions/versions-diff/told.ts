import type { Difference } from '../../authoring/diff.ts';

/** Size limit of an answer's differences as JSON; a gateway forwards at most 6 MB. */
export const MAX_TOLD_BYTES = 1024 * 1024;
/** Length limit of a text or a part of a place; one difference always fits. */
export const MAX_TEXT_CHARACTERS = 10_000;

/** The first differences, as many as fit, and how many are left off. Longer texts are cut and end in `…`. */
export function toldDifferences(
  differences: readonly Difference[],
  maxBytes = MAX_TOLD_BYTES,
): { told: Difference[]; leftOff: number } {
  const told: Difference[] = [];
  let bytes = 0;
  for (const difference of differences) {
    const short = shortened(difference);
    bytes += Buffer.byteLength(JSON.stringify(short));
    if (bytes > maxBytes) break;
    told.push(short);
  }
  return { told, leftOff: differences.length - told.length };
}

const shortened = ({ change, place, before, after }: Difference): Difference => ({
  change,
  place: place.map(shortText),
  ...(before === undefined ? {} : { before: shortText(before) }),
  ...(after === undefined ? {} : { after: shortText(after) }),
});

/** Does not cut a surrogate pair in half. */
const shortText = (text: string): string =>
  text.length <= MAX_TEXT_CHARACTERS
    ? text
    : `${text.slice(0, MAX_TEXT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
