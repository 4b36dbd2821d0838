import { plainWord, spelledWords, yesSentence } from '../../understand/acts/features.ts';
import { joinedWords } from '../../understand/acts/words.ts';
import type { ActExample } from './rows.ts';

/** The share of the examples with a word that must say yes for it to be a word of a yes. */
const SHARE = 0.25;
/** A word that says yes in no short example must do so in as many others. */
const SHORT = 4;
const OFTEN = 4;

/** A reply of so many words may be a yes as a whole though none of them is a word of a yes: “please do”. */
const SENTENCE = 2;
/** A word with this share of yeses is one by itself as well. */
const SHARE_ALONE = 0.6;

/** The words that say yes, in enough of what people say with them, and the replies of a word or two that do. */
export function yesWordsOf(examples: readonly ActExample[]): string[] {
  const seen = new Map<string, { all: number; yes: number; isSaidShortly: boolean }>();
  const sentences = new Set<string>();
  const plain = new Map<string, string>();
  for (const { text, acts, prompt } of examples.flatMap(asTyped)) {
    const isYes = acts.includes('affirm');
    // A reply that answers a single question, by a reason, is no yes to another, and says nothing against its words.
    if (isYes && prompt !== null) continue;
    const said = spelledWords(text, joinedWords(text));
    if (isYes && said.length > 0 && said.length <= SENTENCE) sentences.add(yesSentence(said));
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
        isSaidShortly: times.isSaidShortly || (isYes && words.size <= SHORT),
      });
    }
  }
  const words = [...seen].flatMap(([word, { all, yes, isSaidShortly }]) =>
    yes / all >= SHARE && (isSaidShortly || yes >= OFTEN) ? [word] : [],
  );
  const alone = words.filter((word) => {
    const { all, yes } = seen.get(word) ?? { all: 1, yes: 0 };
    return yes / all >= SHARE_ALONE;
  });
  return [...words, ...sentences, ...alone.map((word) => yesSentence([word]))];
}

const asTyped = (example: ActExample): ActExample[] =>
  example.hasty === null ? [example] : [example, { ...example, text: example.hasty }];
