import * as z from 'zod/mini';
import { type AnsweredSlot, answeredValue } from './protocol.ts';

const candidateValues = z.array(answeredValue);

/**
 * A slot as servers of every generation write it: what the oldest ones have under `candidates` are its values. They
 * are told from candidates to map to by `required_matches`, or by the sign `resolved` on each of them.
 */
export function withValues(slot: AnsweredSlot): AnsweredSlot {
  if (slot.values !== undefined && slot.values !== null) return slot;
  const { candidates, ...fields } = slot;
  const values = candidateValues.safeParse(candidates);
  if (!values.success) return slot;
  const isSigned = values.data.length > 0 && values.data.every(({ resolved }) => resolved !== undefined);
  return isSigned || slot.required_matches !== undefined ? { ...fields, values: values.data } : slot;
}
