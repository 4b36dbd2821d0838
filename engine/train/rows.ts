import { fnv1a } from '../text/hash.ts';
import type { Speller } from '../text/typos/repair.ts';
import { seededRandom } from './random.ts';
import type { TrainingSet } from './training-set.ts';
import { withTypo } from './typing-errors.ts';

/** A mistyped copy of a training row, after repair. */
export interface Copy {
  text: string;
  /** The index of the original row. */
  row: number;
}

/** With fewer examples per label on average, copies would outweigh the examples. */
const LEAST_EXAMPLES = 25;
/** With more rows, only every second gets a copy, to save time. */
const MANY_ROWS = 6000;

/**
 * Copies rows with one or two typos, repaired as queries are. Typos depend only on the text, so equal rows get equal
 * copies in any set.
 * @param authoredCount the number of rows, from the first, that get copies
 */
export function mistypedCopies(
  set: TrainingSet,
  authoredCount: number,
  speller: Pick<Speller, 'repair'>,
): Copy[] {
  const copies: Copy[] = [];
  if (authoredCount < LEAST_EXAMPLES * set.labels.length) return copies;
  for (let row = 0; row < authoredCount; row++) {
    const text = set.texts[row] ?? '';
    const random = seededRandom(fnv1a(text));
    if (authoredCount > MANY_ROWS && random() < 0.5) continue;
    let mistyped = withTypo(text, random);
    if (random() < 0.5) mistyped = withTypo(mistyped, random);
    const read = speller.repair(mistyped);
    if (read !== speller.repair(text)) copies.push({ text: read, row });
  }
  return copies;
}
