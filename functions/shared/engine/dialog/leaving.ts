import { wordsOf } from '../words.ts';
import { readReply } from './replies.ts';
import { type Turn, titleOf } from './turn-context.ts';

/** Small words before what is left, normalised. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  en: 'the my this that a an'.split(' '),
  es: 'el la los las lo mi mis este esta ese esa un una'.split(' '),
  de: 'der die das den dem ein eine einen mein meine meinen diese diesen dieses'.split(' '),
  fr: 'le la les l un une mon ma mes ce cette cet'.split(' '),
  pt: 'o a os as um uma meu minha este esta esse essa'.split(' '),
  it: 'il lo la i gli le l un una mio mia questo questa'.split(' '),
};

/** Letters in which two forms of a word agree: `transfer`, `transferencia`, `transferir`. */
const STEM_LETTERS = 4;

/** True of a cancel with nothing beside it but what the current competency is called: "cancel the transfer". */
export function isLeaving(turn: Turn): boolean {
  const { current, utterance } = turn;
  if (current === null) return false;
  const title = wordsOf(
    `${titleOf(turn, current.state.name)} ${current.competency.name.replaceAll('_', ' ')}`,
  );
  const stems = new Set(
    title.filter(({ text }) => text.length >= STEM_LETTERS).map(({ text }) => text.slice(0, STEM_LETTERS)),
  );
  const articles = ARTICLES[utterance.language] ?? [];
  const named = utterance.words.filter(
    ({ text }) => text.length >= STEM_LETTERS && stems.has(text.slice(0, STEM_LETTERS)),
  );
  const rest = utterance.words.filter((word) => !named.includes(word) && !articles.includes(word.text));
  return named.length > 0 && readReply(rest, utterance.language) === 'cancel';
}
