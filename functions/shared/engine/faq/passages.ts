/** A part of a document that can answer alone. */
export interface Passage {
  /** The headings above it, outermost first. */
  headings: string[];
  /** Markdown. */
  text: string;
}

/** Paragraphs are joined up to so many characters, and cut at sentences beyond the second limit. */
const JOIN_UP_TO = 600;
const CUT_BEYOND = 1200;

/** Splits Markdown at its headings and paragraphs. Lists, tables and code stay whole with what introduces them. */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let headings: { level: number; text: string }[] = [];
  let open = '';
  const close = (): void => {
    for (const text of cut(open.trim())) passages.push({ headings: headings.map((one) => one.text), text });
    open = '';
  };
  for (const block of blocksOf(markdown)) {
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(block);
    if (heading !== null && !block.includes('\n')) {
      close();
      const level = heading[1]?.length ?? 1;
      headings = [...headings.filter((one) => one.level < level), { level, text: heading[2] ?? '' }];
      continue;
    }
    const belongs = /^(?:[-*+|>`~]|\d+[.)]\s)/.test(block);
    if (open !== '' && !belongs && open.length + block.length > JOIN_UP_TO) close();
    open += `${open === '' ? '' : '\n\n'}${block}`;
  }
  close();
  return passages;
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
  if (text.length <= CUT_BEYOND || /^\s*(?:```|~~~)/m.test(text)) return [text];
  const parts: string[] = [];
  let part = '';
  for (const sentence of text.split(/(?<=[.!?。！？])\s+|\n{2,}/u)) {
    if (part !== '' && part.length + sentence.length > JOIN_UP_TO) {
      parts.push(part);
      part = '';
    }
    part += `${part === '' ? '' : ' '}${sentence}`;
  }
  return part === '' ? parts : [...parts, part];
}

/** Markdown as a voice reads it: without marks, with the words of links. */
export const spokenText = (markdown: string): string =>
  markdown
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, '')
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, '')
    .replace(/(\*\*|__|`)(.*?)\1/g, '$2')
    .replace(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/g, '$1$2')
    .replace(/([^.!?:;,\s])[^\S\n]*\n\s*/g, '$1. ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s+\./g, '.');
