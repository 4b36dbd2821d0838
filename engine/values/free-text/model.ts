import type { Classifier } from '../../classify/classifier.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import type { Glosses } from '../../classify/encoder/glosses.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { unchanged } from '../../text/typos/repair.ts';
import { loadTagger } from './tagger/tagger.ts';
import type { SlotSpan } from './tagger/words.ts';

/** The tagger's label for a competency's queries or, with a slot, for answers to the slot's question. */
export const labelOf = (competency: string, asked: string | null): string =>
  asked === null ? competency : `${competency}?${asked}`;

/** Finds the values of a competency's free-text slots in one language. */
export interface FreeTextModel {
  /**
   * @param asked the slot whose question the text may answer, or null
   * @param taken the stretches of other values, which free text cannot contain
   * @returns the values in order, without overlaps, in UTF-16 units of the original text
   */
  find(text: string, competency: string, asked: string | null, taken?: readonly Stretch[]): SlotSpan[];
  /** The probability that an answer to a slot's question has no free text of the competency, 0…1. */
  emptiness(text: string, competency: string, asked: string): number;
  /** True if a slot's values were learned: every free-text slot, and other slots with many annotated values. */
  isTaught(competency: string, slot: string): boolean;
  /** True if a lower-case word is outside of the values in some utterance. */
  isOutside(word: string): boolean;
}

/**
 * @param encoder null for a model that was trained without one
 * @param classifier reads a text, so that one encoder run serves both unless a name would be corrected, and knows words;
 *   where the tagger has a word list, the text is read as typed
 * @throws {ArtifactError} if the bytes are no model
 */
export function loadFreeText(
  bytes: Uint8Array,
  encoder: Encoder | null,
  directory: string,
  { read = unchanged, knows }: Pick<Classifier, 'read' | 'knows'>,
  glossesOf?: () => Glosses | undefined,
): FreeTextModel {
  const tagger = loadTagger(bytes, encoder, directory, knows, glossesOf);
  const asRead = tagger.hasWordList ? unchanged : (text: string) => read(text, { keepsNames: true });
  return {
    isOutside: tagger.isOutside,
    isTaught: (competency, slot) => tagger.hasLabel(labelOf(competency, slot)),
    emptiness: (text, competency, asked) => tagger.emptiness(asRead(text).text, labelOf(competency, asked)),
    find(text, competency, asked, taken = []) {
      const { text: words, place } = asRead(text);
      const isTaken = (word: Stretch) => taken.some((value) => overlap(value, place(word)));
      return tagger
        .tag(words, labelOf(competency, asked), isTaken)
        .map((span) => ({ ...span, ...place(span) }));
    },
  };
}
