import { LineCounter, parseDocument } from 'yaml';
import type { FileFinding } from './places.ts';

export function syntaxErrors(text: string): FileFinding[] {
  const lineCounter = new LineCounter();
  const { errors } = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  return errors.map(({ pos: [at], message }) => {
    const { line, col } = lineCounter.linePos(at);
    return { line: Math.max(1, line), column: Math.max(1, col), severity: 'error', message };
  });
}
