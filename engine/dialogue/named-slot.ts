import type { CompiledSlot } from '../assistant.ts';
import type { Word } from '../text/words.ts';
import { timesSeen } from '../understand/find-slots.ts';
import { afterCorrection } from '../values/free-text/whole-answer.ts';
import type { Utterance } from '../values/recognizer.ts';
import { isArticle } from './asked-words.ts';
import { isConnecting } from './replies.ts';

/** A correction that names its slot by the word before the value: "no, to my mother". */
export interface NamedCorrection {
  /** The slots that have the word before their values in the annotated utterances. */
  slots: CompiledSlot[];
  /** The word and what follows it. */
  words: readonly Word[];
}

/** What follows the word may be so long; longer sentences say more. */
const MAX_WORDS = 5;

/** Reads a no, or another word of a correction, that goes on as a value of a slot would; null of any other text. */
export function namedCorrection(
  { words, language }: Utterance,
  slots: readonly CompiledSlot[],
): NamedCorrection | null {
  const rest = afterCorrection(words, language);
  const [first, second] = rest;
  if (rest.length === words.length || rest.length > MAX_WORDS + 1) return null;
  if (first === undefined || second === undefined) return null;
  // "to my mother", not "to be honest", "for now".
  if (isConnecting(second.text, language) && !isArticle(second.text, language)) return null;
  if (rest.slice(1).every(({ text }) => isConnecting(text, language))) return null;
  const named = slots.filter((slot) => timesSeen(slot, 'left', first.text, language) > 0);
  return named.length === 0 ? null : { slots: named, words: rest };
}
