import { plainWord, spelledWords, yesSentence } from '../../understand/acts/features.ts';
import { joinedWords } from '../../understand/acts/words.ts';
import type { ActExample } from './rows.ts';

/** The share of its examples that must say yes for a word to be a word of a yes. */
const YES_SHARE = 0.25;
/** A word must say yes in an example of at most `SHORT_WORDS` words, or in at least `OFTEN_TIMES` examples. */
const SHORT_WORDS = 4;
const OFTEN_TIMES = 4;

/** A reply of at most this many words may be a yes even if none of its words is a word of a yes: “please do”. */
const SENTENCE_WORDS = 2;
/** A word with at least this share of yeses is also a yes by itself. */
const ALONE_SHARE = 0.6;

/** The words that say yes in enough of their examples, and the replies of one or two words that do. */
export function yesWordsOf(examples: readonly ActExample[]): string[] {
  const seen = new Map<string, { all: number; yes: number; isSaidShortly: boolean }>();
  const sentences = new Set<string>();
  const plain = new Map<string, string>();
  for (const { text, acts, prompt } of examples.flatMap(asTyped)) {
    const isYes = acts.includes('affirm');
    // A yes to a certain question is no yes to others, and says nothing about its words.
    if (isYes && prompt !== null) continue;
    const said = spelledWords(text, joinedWords(text));
    if (isYes && said.length > 0 && said.length <= SENTENCE_WORDS) sentences.add(yesSentence(said));
    const words = new Set<string>();
    for (const word of said) {
      const known = plain.get(word) ?? plainWord(word);
      plain.set(word, known);
      words.add(known);
    }
    for (const word of words) {
      const times = seen.get(word) ?? { all: 0, yes: 0, isSaidShortly: false };
      seen.set(word, {
        all: times.all + 1,
        yes: times.yes + (isYes ? 1 : 0),
        isSaidShortly: times.isSaidShortly || (isYes && words.size <= SHORT_WORDS),
      });
    }
  }
  const words = [...seen].flatMap(([word, { all, yes, isSaidShortly }]) =>
    yes / all >= YES_SHARE && (isSaidShortly || yes >= OFTEN_TIMES) ? [word] : [],
  );
  const alone = words.filter((word) => {
    const { all, yes } = seen.get(word) ?? { all: 1, yes: 0 };
    return yes / all >= ALONE_SHARE;
  });
  return [...words, ...sentences, ...alone.map((word) => yesSentence([word]))];
}

const asTyped = (example: ActExample): ActExample[] =>
  example.hasty === null ? [example] : [example, { ...example, text: example.hasty }];
