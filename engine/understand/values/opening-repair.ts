import { languageOf } from '../../language/languages.ts';
import { phraseAt } from '../../text/phrases.ts';
import type { Utterance } from '../../values/recognizer.ts';

/** The length in words of a correction phrase at the start: 1 for "no, to Anna", 2 for "make that 5", else 0. */
export const openingRepair = ({ words, language }: Pick<Utterance, 'words' | 'language'>): number =>
  phraseAt(words, 0, languageOf(language).change.repair);
