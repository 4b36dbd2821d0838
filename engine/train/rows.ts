import { fnv1a } from '../text/hash.ts';
import type { Speller } from '../text/typos/repair.ts';
import { seededRandom } from './random.ts';
import type { TrainingSet } from './training-set.ts';
import { withTypo } from './typing-errors.ts';

/** A mistyped copy of a training row, as the engine would read it. */
export interface Copy {
  text: string;
  /** The row that it is a copy of. */
  row: number;
}

/** With fewer examples of a label, on average, copies crowd out what the examples themselves have to say. */
const LEAST_EXAMPLES = 25;
/** With more rows, every second one gets a copy: the time is better spent elsewhere. */
const MANY_ROWS = 6000;

/**
 * Copies of rows with one or two slips, repaired as queries are. The slips depend on the text alone, so that the
 * same row has the same copy whatever stands around it.
 * @param authoredCount how many rows from the start get copies
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
