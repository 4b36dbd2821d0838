import { labelOf } from '../values/free-text/model.ts';
import { answerRows, competenciesOfPeople, type TaughtSlot, withUsualValues } from './free-text-rows.ts';
import type { TaggedExample } from './tagger/examples.ts';
import { type TaggerTrainingOptions, trainTagger } from './tagger/train.ts';

export interface FreeTextExamples {
  /** Utterances of competencies with free-text slots, labelled by competency, with all slot values marked. */
  utterances: readonly TaggedExample[];
  slots: readonly TaughtSlot[];
  /** The built-in entities of those competencies' slots. */
  kinds: readonly string[];
}

/**
 * Trains a language's tagger. Equal examples in equal order give equal bytes.
 * @returns the bytes for `loadFreeText`; null if no slot has a known value
 */
export function trainFreeText(
  { utterances, slots, kinds }: FreeTextExamples,
  options: TaggerTrainingOptions & { language: string },
): Uint8Array | null {
  const answers = answerRows(utterances, slots, options.language);
  if (answers.length === 0) return null;
  const values: Record<string, string[]> = {};
  for (const { slot, values: own } of withUsualValues(slots, utterances, options.language))
    values[slot] = [...(values[slot] ?? []), ...own];
  // Names are told by their form. To the encoder the other words of a glossed text are close to names.
  const people = options.glosses ? competenciesOfPeople(slots) : [];
  const byWords = slots
    .filter(({ competency }) => people.includes(competency))
    .flatMap(({ competency, slot }) => [labelOf(competency, null), labelOf(competency, slot)]);
  return trainTagger(utterances, {
    ...options,
    byWords: new Set(byWords),
    values,
    more: answers,
    recognized: { kinds, language: options.language },
  });
}
