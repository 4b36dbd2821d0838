import type { Random } from '../random.ts';

/**
 * A line that stands for several sentences: `(a|b)` is one of them, `[a]` it or nothing, `{day}` one of the list of
 * that name.
 */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; of: Part[][] }
  | { kind: 'option'; of: Part[][] }
  | { kind: 'list'; name: string };

export class GrammarError extends Error {
  override name = 'GrammarError';
}

/** @throws {GrammarError} where a bracket is not closed */
function parseLine(line: string): Part[][] {
  let at = 0;
  const alternatives = (close: string): Part[][] => {
    const all: Part[][] = [[]];
    for (; at < line.length && line[at] !== close; at++) {
      const parts = all.at(-1) ?? [];
      const sign = line[at] ?? '';
      if (sign === '|' && close !== '') all.push([]);
      else if (sign === '(' || sign === '[') {
        at++;
        const of = alternatives(sign === '(' ? ')' : ']');
        if (at >= line.length) throw new GrammarError(`a bracket is not closed in “${line}”`);
        parts.push({ kind: sign === '(' ? 'choice' : 'option', of });
      } else if (sign === '{') {
        const end = line.indexOf('}', at);
        if (end < 0) throw new GrammarError(`a bracket is not closed in “${line}”`);
        parts.push({ kind: 'list', name: line.slice(at + 1, end) });
        at = end;
      } else {
        const last = parts.at(-1);
        if (last?.kind === 'text') last.text += sign;
        else parts.push({ kind: 'text', text: sign });
      }
    }
    return all;
  };
  return alternatives('');
}

export type Lists = Readonly<Record<string, readonly string[]>>;

/** Lines as they were parsed: each is expanded again and again. */
const parsed = new Map<string, Part[][]>();

function parsedLine(line: string): Part[][] {
  const known = parsed.get(line) ?? parseLine(line);
  parsed.set(line, known);
  return known;
}

/** A sentence, drawn from those that a line stands for. */
export function expand(line: string, lists: Lists, random: Random): string {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const write = (alternatives: readonly Part[][]): string =>
    (pick(alternatives) ?? []).map(writePart).join('');
  const writePart = (part: Part): string => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'choice':
        return write(part.of);
      case 'option':
        return random() < 0.5 ? write(part.of) : '';
      case 'list':
        return expand(pick(lists[part.name] ?? []) ?? '', lists, random);
    }
  };
  return write(parsedLine(line)).replace(/ +/g, ' ').replace(/ ,/g, ',').trim();
}
