import { wordsOf } from '../text/words.ts';
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

export const isArticle = (word: string, language: string): boolean =>
  ARTICLES[language]?.includes(word) ?? false;

/** Letters in which two forms of a word agree: `transfer`, `transferencia`, `transferir`. */
const STEM_LETTERS = 4;

/** True of two normalised words that agree in their stems; of short ones, that are the same but for one last letter. */
export function hasStemOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < STEM_LETTERS) return short === long;
  if (short.length === STEM_LETTERS) return long.length <= STEM_LETTERS + 1 && long.startsWith(short);
  return short.slice(0, STEM_LETTERS) === long.slice(0, STEM_LETTERS);
}

/** What the current competency and what is done in it are called, as normalised words. */
export function namesOf(turn: Turn): string[] {
  const { current, before } = turn;
  if (current === null) return [];
  const { state, competency } = current;
  const names = [competency.name, state.name, before.intent ?? ''].map((name) => name.replaceAll('_', ' '));
  return wordsOf([titleOf(turn, state.name), ...names].join(' ')).map(({ text }) => text);
}

/** The normalised words of the question that the query answers, and of what it is about. */
export const askedWords = (turn: Turn): string[] => [
  ...wordsOf(turn.before.prompt?.speak ?? '').map(({ text }) => text),
  ...namesOf(turn),
];
