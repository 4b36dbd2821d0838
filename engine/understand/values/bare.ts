import { languageOf } from '../../language/languages.ts';
import type { Stretch } from '../../text/stretch.ts';
import { overlap } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';

/** True of a normalised word that carries no request of its own: a reply, politeness, a preposition, an article. */
export const isConnecting = (word: string, language: string): boolean =>
  languageOf(language).connecting.has(word);

/**
 * True where a query holds nothing beside the given stretches but small words, so that it can only be an answer or a
 * correction: "no, 60 dollars", "from my savings".
 */
export const isBareAnswer = (words: readonly Word[], spans: readonly Stretch[], language: string): boolean =>
  words.every((word) => isConnecting(word.text, language) || spans.some((span) => overlap(word, span)));
