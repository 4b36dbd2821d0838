import { madeOnce } from '../../language/languages.ts';
import type { Word } from '../../text/words.ts';

/** Days and a part of theirs in one word → the length of the day's name: `freitagabend`, `vrijdagmiddag`. */
export const joinedDaysOf = madeOnce(({ time: { phrases } }): ReadonlyMap<string, number> => {
  const words = [...phrases].filter(([phrase]) => !phrase.includes(' '));
  const named = (kinds: readonly string[]) =>
    words.flatMap(([word, lexemes]) => (lexemes.some(({ kind }) => kinds.includes(kind)) ? word : []));
  const parts = named(['part']);
  const joined = named(['day', 'weekday']).flatMap((day) =>
    parts.map((part): [string, number] => [day + part, day.length]),
  );
  return new Map(joined.filter(([word]) => !phrases.has(word)));
});

/** The words of a text, two for each such word. */
export const withDaysParted = (
  words: readonly Word[],
  joined: ReadonlyMap<string, number>,
): readonly Word[] =>
  words.some(({ text }) => joined.has(text)) ? words.flatMap((word) => parted(word, joined)) : words;

function parted(word: Word, joined: ReadonlyMap<string, number>): readonly Word[] {
  const length = joined.get(word.text);
  if (length === undefined || word.end - word.start !== word.text.length) return [word];
  const middle = word.start + length;
  return [
    { text: word.text.slice(0, length), start: word.start, end: middle },
    { text: word.text.slice(length), start: middle, end: word.end },
  ];
}
