import { GLOSS_MARK, listedForm } from '../../classify/encoder/glosses.ts';
import type { Inflection } from '../../language/inflection.ts';
import { foldAccents, spellUmlauts } from '../../text/words.ts';

/** A list of glosses that cannot be read. */
export class GlossesError extends Error {
  override name = 'GlossesError';
}

/** An English word or phrase, empty for words without meaning, and the words that it translates. */
const LINE = /^([^=\t]*)=((?: [^\s=]+)+)$/u;

/**
 * Packs a list of glosses: lines of English, an equals sign, and the words that it translates, such as `book = buchen
 * buchung`. A word's first line counts. Adds each word without accents, and with umlauts spelled as two letters.
 * @param source `glosses.txt` of a language; lines that begin with `#` are comments
 * @returns the text that `readGlosses` takes
 * @throws {GlossesError} naming the line that cannot be read
 */
export function packGlosses(source: string, { endings, prefixes, links }: Inflection): string {
  const exact = new Map<string, string>();
  for (const [at, line] of source.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, gloss, words] = LINE.exec(line) ?? [];
    if (gloss === undefined || words === undefined)
      throw new GlossesError(`line ${at + 1}: write "english = word word", not "${line}"`);
    for (const word of words.trim().split(' ')) addNew(exact, listedForm(word), gloss.trim());
  }
  const all = new Map(exact);
  for (const spell of [spellUmlauts, foldAccents])
    for (const [word, gloss] of exact) addNew(all, spell(word), gloss);
  const lines = [...all].map(([word, gloss]) => word + GLOSS_MARK + gloss);
  // Sort by word alone: the mark after it must not count.
  lines.sort((a, b) => (wordIn(a) < wordIn(b) ? -1 : 1));
  return [JSON.stringify({ endings, prefixes, links }), ...lines].join('\n');
}

const wordIn = (line: string): string => line.slice(0, line.indexOf(GLOSS_MARK));

function addNew(words: Map<string, string>, word: string, gloss: string): void {
  if (word !== '' && !words.has(word)) words.set(word, gloss);
}
