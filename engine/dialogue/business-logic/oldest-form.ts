import * as z from 'zod/mini';
import { type AnsweredSlot, answeredValue } from './protocol.ts';

const candidateValues = z.array(answeredValue);

/**
 * Normalises a slot from any server generation: the oldest servers put values under `candidates`. `required_matches`,
 * or `resolved` on each item, distinguishes these from candidates to map to.
 */
export function withValues(slot: AnsweredSlot): AnsweredSlot {
  if (slot.values !== undefined && slot.values !== null) return slot;
  const { candidates, ...fields } = slot;
  const values = candidateValues.safeParse(candidates);
  if (!values.success) return slot;
  const isSigned = values.data.length > 0 && values.data.every(({ resolved }) => resolved !== undefined);
  return isSigned || slot.required_matches !== undefined ? { ...fields, values: values.data } : slot;
}
