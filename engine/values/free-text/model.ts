import type { Encoder } from '../../classify/encoder/encoder.ts';
import type { ReadText } from '../../text/typos/repair.ts';
import { answerRows, type FreeTextSlot, labelOf } from '../../train/free-text-rows.ts';
import { type TaggedExample, type TaggerTrainingOptions, trainTagger } from '../../train/tagger/train.ts';
import { loadTagger } from './tagger/tagger.ts';
import type { SlotSpan } from './tagger/words.ts';

/** Finds the values of a competency's free-text slots in one language. */
export interface FreeTextModel {
  /**
   * @param asked the slot that the text may answer the question for, or null
   * @returns in the order of the text, without overlaps, in UTF-16 units of the text as it came
   */
  find(text: string, competency: string, asked: string | null): SlotSpan[];
  /** True of a word, in lower case, that stands beside the values in some utterance. */
  isOutside(word: string): boolean;
}

export interface FreeTextExamples {
  /** Utterances of the competencies that have free-text slots, with the values of those, labelled by competency. */
  utterances: readonly TaggedExample[];
  slots: readonly FreeTextSlot[];
}

/**
 * Trains the tagger of one language. The same examples in the same order give the same bytes.
 * @returns what `loadFreeText` reads, or null where no value of any slot is known
 */
export function trainFreeText(
  { utterances, slots }: FreeTextExamples,
  options: TaggerTrainingOptions & { language: string },
): Uint8Array | null {
  const answers = answerRows(utterances, slots, options.language);
  if (answers.length === 0) return null;
  const values: Record<string, string[]> = {};
  for (const { slot, values: own } of slots) values[slot] = [...(values[slot] ?? []), ...own];
  return trainTagger(utterances, { ...options, values, more: answers });
}

/**
 * @param encoder null for a model that was trained without
 * @param read how the classifier of the language reads a text, so that the encoder runs once for both
 * @throws {ArtifactError} where the bytes are no model
 */
export function loadFreeText(
  bytes: Uint8Array,
  encoder: Encoder | null,
  directory: string,
  read: (text: string) => ReadText,
): FreeTextModel {
  const tagger = loadTagger(bytes, encoder, directory);
  return {
    isOutside: tagger.isOutside,
    find(text, competency, asked) {
      const { text: words, place } = read(text);
      return tagger.tag(words, labelOf(competency, asked)).map((span) => ({ ...span, ...place(span) }));
    },
  };
}
