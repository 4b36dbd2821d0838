import { answerRows, type TaughtSlot } from './free-text-rows.ts';
import type { TaggedExample } from './tagger/examples.ts';
import { type TaggerTrainingOptions, trainTagger } from './tagger/train.ts';

export interface FreeTextExamples {
  /** Utterances of the competencies that have free-text slots, with the values of all slots, labelled by competency. */
  utterances: readonly TaggedExample[];
  slots: readonly TaughtSlot[];
  /** The built-in entities of the competencies' slots. */
  kinds: readonly string[];
}

/**
 * Trains the tagger of one language. The same examples in the same order give the same bytes.
 * @returns what `loadFreeText` reads, or null where no value of any slot is known
 */
export function trainFreeText(
  { utterances, slots, kinds }: FreeTextExamples,
  options: TaggerTrainingOptions & { language: string },
): Uint8Array | null {
  const answers = answerRows(utterances, slots, options.language);
  if (answers.length === 0) return null;
  const values: Record<string, string[]> = {};
  for (const { slot, values: own } of slots) values[slot] = [...(values[slot] ?? []), ...own];
  return trainTagger(utterances, {
    ...options,
    values,
    more: answers,
    recognized: { kinds, language: options.language },
  });
}
