/** A message for the author about a place in a file. Lines and columns count from 1. */
export interface Finding {
  /** Path within the assistant's folder, with forward slashes. */
  file: string;
  line: number;
  column: number;
  severity: 'error' | 'warning';
  /** What is wrong and what to do. */
  message: string;
}

/** `file:line:column: severity: message`, as editors and terminals link it. */
export const formatFinding = ({ file, line, column, severity, message }: Finding): string =>
  `${file}:${line}:${column}: ${severity}: ${message}`;

/** A GitHub Actions command that annotates the line in a pull request. @param folder the assistant's folder */
export function annotationOf({ file, line, column, severity, message }: Finding, folder: string): string {
  const escaped = (text: string) =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const path = [folder.replace(/^\.\//, '').replace(/\/+$/, ''), file].filter(
    (part) => part !== '' && part !== '.',
  );
  const place = escaped(path.join('/')).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${severity} file=${place},line=${line},col=${column}::${escaped(message)}`;
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.severity === 'error');

/** Sorts findings by file, then by place. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  );

/** The folder has no assistant that can be compiled. */
export class AuthoringError extends Error {
  override name = 'AuthoringError';
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[]) {
    super(message);
    this.findings = findings;
  }
}
