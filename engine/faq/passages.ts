/** A part of a document that can answer on its own. */
export interface Passage {
  /** The headings above it, outermost first. */
  headings: string[];
  /** Markdown. */
  text: string;
}

interface Heading {
  /** 1…6. */
  level: number;
  text: string;
}

/** Paragraphs are joined up to the first length, and split at sentences beyond the second. */
const JOIN_UP_TO = 600;
const CUT_BEYOND = 1200;

/** Splits Markdown at headings and paragraphs. Lists, tables and code stay together with their introduction. */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let headings: Heading[] = [];
  let open = '';
  const close = (): void => {
    for (const text of cut(open.trim()))
      passages.push({ headings: headings.map((heading) => heading.text), text });
    open = '';
  };
  for (const block of blocksOf(markdown)) {
    const heading = headingOf(block);
    if (heading !== null) {
      close();
      headings = [...headings.filter(({ level }) => level < heading.level), heading];
      continue;
    }
    const belongs = /^(?:[-*+|>`~]|\d+[.)]\s)/.test(block);
    if (open !== '' && !belongs && open.length + block.length > JOIN_UP_TO) close();
    open += `${open === '' ? '' : '\n\n'}${block}`;
  }
  close();
  return passages;
}

/** The heading in a line of Markdown (`## Title`, with or without signs after it), or null. */
export function headingOf(line: string): Heading | null {
  const level = /^(#{1,6})\s[^\n]*$/.exec(line)?.[1]?.length;
  if (level === undefined) return null;
  let end = line.length;
  while (line[end - 1] === '#' && end > level) end -= 1;
  return { level, text: line.slice(level, end).trim() };
}

/** Paragraphs, headings (each alone) and fenced code, in order. */
function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence = false;
  const flush = (): void => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (!fence && line.trim() === '') flush();
    else if (!fence && /^#{1,6}\s/.test(line)) {
      flush();
      blocks.push(line.trim());
    } else lines.push(line);
  }
  flush();
  return blocks;
}

function cut(text: string): string[] {
  if (text === '') return [];
  if (text.length <= CUT_BEYOND || /^[ \t]*(?:```|~~~)/m.test(text)) return [text];
  const parts: string[] = [];
  let part = '';
  for (const sentence of text.split(/(?<=[.!?。！？؟])\s+|\n{2,}/u)) {
    if (part !== '' && part.length + sentence.length > JOIN_UP_TO) {
      parts.push(part);
      part = '';
    }
    part += `${part === '' ? '' : ' '}${sentence}`;
  }
  return part === '' ? parts : [...parts, part];
}
