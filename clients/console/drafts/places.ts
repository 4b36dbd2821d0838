/** A finding of the check in one file. */
export interface FileFinding {
  /** Line and column count from 1. */
  line: number;
  column: number;
  severity: 'error' | 'warning';
  message: string;
}

/** Maps the lines of a text to their lines after an edit. */
export interface LineMap {
  /** The new number of an old line, from 1; a changed line maps to the start of the change. */
  now(line: number): number;
}

/** The lines of a text; those from `from` (counted from 0) up to `to` differ from the other text. */
export function differingLines(text: string, other: string): { lines: string[]; from: number; to: number } {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  let from = 0;
  while (from < lines.length && from < others.length && lines[from] === others[from]) from += 1;
  let tail = 0;
  const most = Math.min(lines.length, others.length) - from;
  while (tail < most && lines[lines.length - 1 - tail] === others[others.length - 1 - tail]) tail += 1;
  return { lines, from, to: lines.length - tail };
}

/** Compares the start and the end of two texts; everything between counts as changed. */
export function lineMap(before: string, after: string): LineMap {
  if (before === after) return { now: (line) => line };
  const { lines, from, to } = differingLines(before, after);
  const grown = after.split('\n').length - lines.length;
  return {
    now: (line) => {
      if (line <= from) return line;
      if (line > to) return line + grown;
      // A removed line maps to the end of the change.
      return Math.min(line, Math.max(from + 1, to + grown));
    },
  };
}

/** Moves the check's findings to their lines in the edited text. */
export function findingsNow(
  checked: string,
  current: string,
  findings: readonly FileFinding[],
): FileFinding[] {
  const map = lineMap(checked, current);
  return findings.map((finding) => ({ ...finding, line: map.now(finding.line) }));
}
