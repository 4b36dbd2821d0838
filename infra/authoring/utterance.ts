import { type Word, wordsOf } from '../../functions/shared/engine/words.ts';

/** An utterance without its annotations. */
export interface ParsedUtterance {
  text: string;
  annotations: Annotation[];
  /** True where brackets are left that are no annotation. */
  hasStrayBrackets: boolean;
}

export interface Annotation {
  slot: string;
  /** The value's place in `text`. */
  start: number;
  end: number;
}

const ANNOTATION = /\[([^[\]]+)\]\(([^()\s]*)\)/g;

/** Reads `send [50 dollars](amount) from [checking](account_from)`. */
export function parseUtterance(source: string): ParsedUtterance {
  const annotations: Annotation[] = [];
  let text = '';
  let end = 0;
  for (const match of source.matchAll(ANNOTATION)) {
    text += source.slice(end, match.index);
    const value = match[1] ?? '';
    annotations.push({ slot: match[2] ?? '', start: text.length, end: text.length + value.length });
    text += value;
    end = match.index + match[0].length;
  }
  text += source.slice(end);
  return { text, annotations, hasStrayBrackets: /[[\]]/.test(text) };
}

/** The words beside an annotated value. */
export function wordsAround({ text }: ParsedUtterance, { start, end }: Annotation) {
  const words = wordsOf(text);
  const before = words.filter((word) => word.end <= start);
  const word = (found: Word | undefined): string | null => found?.text ?? null;
  return {
    left: word(before.at(-1)),
    secondLeft: word(before.at(-2)),
    right: word(words.find((candidate) => candidate.start >= end)),
  };
}
