/** A finding of the check in one file. */
export interface FileFinding {
  /** From 1, as the column. */
  line: number;
  column: number;
  severity: 'error' | 'warning';
  message: string;
}

/** The lines of a text that has been edited, by the lines that they were before. */
export interface LineMap {
  /** The line now of a line before, from 1; a changed line is where its change begins. */
  now(line: number): number;
}

/** The lines of a text, and which of them differ from another's: those between `from`, counted from 0, and `to`. */
export function differingLines(text: string, other: string): { lines: string[]; from: number; to: number } {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  let from = 0;
  while (from < lines.length && from < others.length && lines[from] === others[from]) from += 1;
  let tail = 0;
  const most = Math.min(lines.length, others.length) - from;
  while (tail < most && lines[lines.length - 1 - tail] === others[others.length - 1 - tail]) tail += 1;
  return { lines, from, to: lines.length - tail };
}

/** Compares the lines at the beginning and at the end; what is between has changed. */
export function lineMap(before: string, after: string): LineMap {
  if (before === after) return { now: (line) => line };
  const { lines, from, to } = differingLines(before, after);
  const grown = after.split('\n').length - lines.length;
  return {
    now: (line) => {
      if (line <= from) return line;
      if (line > to) return line + grown;
      // A line that is there no more points to the end of the change.
      return Math.min(line, Math.max(from + 1, to + grown));
    },
  };
}

/** The findings at their lines in a text that has been edited since the check. */
export function findingsNow(
  checked: string,
  current: string,
  findings: readonly FileFinding[],
): FileFinding[] {
  const map = lineMap(checked, current);
  return findings.map((finding) => ({ ...finding, line: map.now(finding.line) }));
}
