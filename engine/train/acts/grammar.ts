import type { Random } from '../random.ts';

/**
 * A part of a line that stands for several sentences: `(a|b)` is one of the two, `[a]` it or nothing, `{day}` an entry
 * of the list `day`.
 */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; of: Part[][] }
  | { kind: 'option'; of: Part[][] }
  | { kind: 'list'; name: string };

export class GrammarError extends Error {
  override name = 'GrammarError';
}

/** @throws {GrammarError} if a bracket is not closed */
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

/** Parsed lines, since each is expanded many times. */
const parsed = new Map<string, Part[][]>();

function parsedLine(line: string): Part[][] {
  const known = parsed.get(line) ?? parseLine(line);
  parsed.set(line, known);
  return known;
}

/** Draws one of the sentences that a line stands for. */
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
