import type { Encoder } from '../../classify/encoder/encoder.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import type { ReadOptions, ReadText } from '../../text/typos/repair.ts';
import { loadTagger } from './tagger/tagger.ts';
import type { SlotSpan } from './tagger/words.ts';

/** The tagger's label of a query for a competency; with a slot, of an answer to the question for it. */
export const labelOf = (competency: string, asked: string | null): string =>
  asked === null ? competency : `${competency}?${asked}`;

/** Finds the values of a competency's free-text slots in one language. */
export interface FreeTextModel {
  /**
   * @param asked the slot that the text may answer the question for, or null
   * @param taken stretches of other values, which belong to no free text
   * @returns in the order of the text, without overlaps, in UTF-16 units of the text as it came
   */
  find(text: string, competency: string, asked: string | null, taken?: readonly Stretch[]): SlotSpan[];
  /** True if the values of a slot were learned: of all with free text, and of others that are marked often. */
  isTaught(competency: string, slot: string): boolean;
  /** True if a word, in lower case, stands beside the values in some utterance. */
  isOutside(word: string): boolean;
}

/**
 * @param encoder null for a model that was trained without
 * @param read how the classifier of the language reads a text, so that the encoder runs once for both where no name
 *   would be read as another word
 * @throws {ArtifactError} where the bytes are no model
 */
export function loadFreeText(
  bytes: Uint8Array,
  encoder: Encoder | null,
  directory: string,
  read: (text: string, options: ReadOptions) => ReadText,
): FreeTextModel {
  const tagger = loadTagger(bytes, encoder, directory);
  return {
    isOutside: tagger.isOutside,
    isTaught: (competency, slot) => tagger.hasLabel(labelOf(competency, slot)),
    find(text, competency, asked, taken = []) {
      const { text: words, place } = read(text, { keepsNames: true });
      const isTaken = (word: Stretch) => taken.some((value) => overlap(value, place(word)));
      return tagger
        .tag(words, labelOf(competency, asked), isTaken)
        .map((span) => ({ ...span, ...place(span) }));
    },
  };
}
