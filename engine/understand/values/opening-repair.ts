import { languageOf } from '../../language/languages.ts';
import { phraseAt } from '../../text/phrases.ts';
import type { Utterance } from '../../values/recognizer.ts';

/** The number of words that open a text by taking something back: 1 of "no, to Anna", 2 of "make that 5"; else 0. */
export const openingRepair = ({ words, language }: Pick<Utterance, 'words' | 'language'>): number =>
  phraseAt(words, 0, languageOf(language).change.repair);
