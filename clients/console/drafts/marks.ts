/** A range of an utterance that is a slot's value. */
export interface Mark {
  slot: string;
  /** The position in the text. */
  start: number;
  end: number;
}

/** An utterance as plain text, with its marks in order. */
export interface MarkedText {
  text: string;
  marks: readonly Mark[];
}

const MARK = /\[([^[\]]+)\]\(([^()\s]*)\)/g;

/** Reads `send [50 dollars](amount) to Ann`. */
export function readMarks(source: string): MarkedText {
  const marks: Mark[] = [];
  let text = '';
  let end = 0;
  for (const match of source.matchAll(MARK)) {
    text += source.slice(end, match.index);
    const [whole, value = '', slot = ''] = match;
    marks.push({ slot, start: text.length, end: text.length + value.length });
    text += value;
    end = match.index + whole.length;
  }
  return { text: text + source.slice(end), marks };
}

/** The reverse of `readMarks`. */
export function writeMarks({ text, marks }: MarkedText): string {
  let source = '';
  let end = 0;
  for (const mark of marks) {
    source += `${text.slice(end, mark.start)}[${text.slice(mark.start, mark.end)}](${mark.slot})`;
    end = mark.end;
  }
  return source + text.slice(end);
}

/** Splits the utterance into marked and unmarked ranges. */
export function stretchesOf({ text, marks }: MarkedText): { text: string; slot?: string }[] {
  const stretches: { text: string; slot?: string }[] = [];
  let end = 0;
  for (const { slot, start, end: until } of marks) {
    if (start > end) stretches.push({ text: text.slice(end, start) });
    stretches.push({ text: text.slice(start, until), slot });
    end = until;
  }
  if (end < text.length) stretches.push({ text: text.slice(end) });
  return stretches;
}

/** Marks a range, without surrounding spaces, and removes overlapping marks. */
export function withMark({ text, marks }: MarkedText, slot: string, from: number, to: number): MarkedText {
  const selected = text.slice(from, to);
  const start = from + selected.length - selected.trimStart().length;
  const end = to - (selected.length - selected.trimEnd().length);
  if (start >= end) return { text, marks };
  const others = marks.filter((mark) => mark.end <= start || mark.start >= end);
  return { text, marks: [...others, { slot, start, end }].sort((one, two) => one.start - two.start) };
}

/**
 * The marks after an edit at one place. Text typed next to a mark does not belong to it; empty marks are
 * removed.
 */
export function retyped({ text: before, marks }: MarkedText, text: string): MarkedText {
  let head = 0;
  while (head < before.length && head < text.length && before[head] === text[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, text.length) - head &&
    before[before.length - 1 - tail] === text[text.length - 1 - tail]
  )
    tail += 1;
  const grown = text.length - before.length;
  const changedEnd = before.length - tail;
  const moved = marks.flatMap((mark) => {
    if (mark.end <= head) return [mark];
    const start = mark.start >= changedEnd ? mark.start + grown : Math.min(mark.start, head);
    const end = mark.end >= changedEnd ? mark.end + grown : head;
    return end > start ? [{ ...mark, start, end }] : [];
  });
  return { text, marks: moved };
}
