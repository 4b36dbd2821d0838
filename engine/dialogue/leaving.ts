import { hasStemOf, isArticle, namesOf } from './asked-words.ts';
import { readReply } from './replies.ts';
import type { Turn } from './turn-context.ts';

/**
 * True of a cancel with nothing beside it but what the current competency is called: "cancel the transfer". Where
 * what is done here is itself called a cancel, the query says it again.
 */
export function isLeaving(turn: Turn): boolean {
  const { current, utterance } = turn;
  if (current === null) return false;
  const names = namesOf(turn);
  const named = utterance.words.filter(({ text }) => names.some((name) => hasStemOf(name, text)));
  const rest = utterance.words.filter(
    (word) => !named.includes(word) && !isArticle(word.text, utterance.language),
  );
  return named.length > 0 && readReply(rest, utterance.language) === 'cancel';
}
