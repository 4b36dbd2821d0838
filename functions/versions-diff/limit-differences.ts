import type { Difference } from '../../authoring/diff.ts';

/** Size limit of an answer's differences as JSON; a gateway forwards at most 6 MB. */
export const MAX_DIFFERENCES_BYTES = 1024 * 1024;
/** Length limit of a text or of a part of a place. One difference always fits within an answer. */
export const MAX_TEXT_CHARACTERS = 10_000;

/** The first differences, as many as fit, and how many are left off. Longer texts are cut and end in `…`. */
export function limitDifferences(
  differences: readonly Difference[],
  maxBytes = MAX_DIFFERENCES_BYTES,
): { shown: Difference[]; leftOff: number } {
  const shown: Difference[] = [];
  let bytes = 0;
  for (const difference of differences) {
    const short = shortened(difference);
    bytes += Buffer.byteLength(JSON.stringify(short));
    if (bytes > maxBytes) break;
    shown.push(short);
  }
  return { shown, leftOff: differences.length - shown.length };
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
