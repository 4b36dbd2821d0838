import * as z from 'zod/mini';
import { type AnsweredSlot, answeredValue } from './protocol.ts';

const candidateValues = z.array(answeredValue);

/**
 * Reads a slot from servers of any generation. The oldest servers put its values under `candidates`. They are values,
 * not candidates for mapping, if the slot has `required_matches` or every entry has `resolved`.
 */
export function withValues(slot: AnsweredSlot): AnsweredSlot {
  if (slot.values !== undefined && slot.values !== null) return slot;
  const { candidates, ...fields } = slot;
  const values = candidateValues.safeParse(candidates);
  if (!values.success) return slot;
  const isSigned = values.data.length > 0 && values.data.every(({ resolved }) => resolved !== undefined);
  return isSigned || slot.required_matches !== undefined ? { ...fields, values: values.data } : slot;
}
