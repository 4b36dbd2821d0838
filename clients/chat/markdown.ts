/** A run of text within a block. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; parts: Inline[] }
  | { kind: 'link'; url: string; parts: Inline[] };

export type Block =
  | { kind: 'paragraph' | 'heading'; parts: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** Maximum characters to parse; the service sends at most 16,384. */
const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 6;

/**
 * Parses the Markdown of answers: paragraphs, headings, lists, code, emphasis and links. HTML is plain text.
 * Inserted values are numeric character references, so they are text and never markup.
 */
export function readMarkdown(text: string): Block[] {
  const lines = text.slice(0, MAX_CHARACTERS).replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', parts: readInline(paragraph.join('\n')) });
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const heading = /^#{1,6} +(.*)$/.exec(line);
    const item = ITEM.exec(line);
    if (/^ *```/.test(line)) {
      endParagraph();
      const begin = index + 1;
      for (index = begin; index < lines.length && !/^ *```/.test(lines[index] ?? ''); ) index += 1;
      blocks.push({ kind: 'code', text: decode(lines.slice(begin, index).join('\n')) });
    } else if (heading) {
      endParagraph();
      blocks.push({ kind: 'heading', parts: readInline(heading[1] ?? '') });
    } else if (item) {
      endParagraph();
      addItem(blocks, /\d/.test(item[1] ?? ''), readInline(item[2] ?? ''));
    } else if (line.trim() === '') endParagraph();
    else paragraph.push(line.trim());
  }
  endParagraph();
  return blocks;
}

const ITEM = /^ {0,3}([-*+]|\d{1,9}[.)]) +(.*)$/;

function addItem(blocks: Block[], ordered: boolean, item: Inline[]): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item);
  else blocks.push({ kind: 'list', ordered, items: [item] });
}

const LINK = /\[([^[\]\n]{1,500})\]\( {0,3}<?([^\s()<>]{1,2000})>?(?: {1,3}"[^"\n]{0,500}")? {0,3}\)/y;
const BARE_LINK = /<((?:https?:\/\/|mailto:|tel:)[^\s<>]{1,2000})>/iy;
const MARKS = ['**', '__', '*', '_'];

function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  const add = (part: Inline) => {
    if (plain !== '') parts.push({ kind: 'text', text: decode(plain) });
    plain = '';
    parts.push(part);
  };
  let place = 0;
  while (place < text.length) {
    const character = text[place] ?? '';
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text[place + 1] ?? '')) {
      // An escaped character is text; as a reference it cannot be parsed as markup.
      plain += `&#${text.charCodeAt(place + 1)};`;
      place += 2;
      continue;
    }
    if (character === '\n') {
      add({ kind: 'break' });
      place += 1;
      continue;
    }
    if (character === '`') {
      const end = text.indexOf('`', place + 1);
      if (end > place + 1) {
        add({ kind: 'code', text: decode(text.slice(place + 1, end)) });
        place = end + 1;
        continue;
      }
    }
    const link = depth < MAX_DEPTH && '[<'.includes(character) ? linkAt(text, place) : undefined;
    if (link !== undefined) {
      add({ kind: 'link', url: decode(link.url), parts: readInline(link.title, MAX_DEPTH) });
      place += link.length;
      continue;
    }
    const mark = depth < MAX_DEPTH ? MARKS.find((candidate) => text.startsWith(candidate, place)) : undefined;
    if (mark !== undefined && opens(text, place, mark)) {
      const end = text.indexOf(mark, place + mark.length + 1);
      if (end !== -1) {
        const inner = readInline(text.slice(place + mark.length, end), depth + 1);
        add({ kind: mark.length === 2 ? 'strong' : 'emphasis', parts: inner });
        place = end + mark.length;
        continue;
      }
    }
    plain += mark ?? character;
    place += mark?.length ?? 1;
  }
  if (plain !== '') parts.push({ kind: 'text', text: decode(plain) });
  return parts;
}

/** True for a mark before a word. A `_` within a word is no emphasis: `snake_case_name`. */
const opens = (text: string, place: number, mark: string): boolean =>
  /\S/.test(text[place + mark.length] ?? ' ') &&
  (mark[0] === '*' || !/[\p{L}\p{N}]/u.test(text[place - 1] ?? ' '));

function linkAt(text: string, place: number): { url: string; title: string; length: number } | undefined {
  LINK.lastIndex = place;
  const named = LINK.exec(text);
  if (named) return { title: named[1] ?? '', url: named[2] ?? '', length: named[0].length };
  BARE_LINK.lastIndex = place;
  const bare = BARE_LINK.exec(text);
  return bare ? { title: bare[1] ?? '', url: bare[1] ?? '', length: bare[0].length } : undefined;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Decodes character references once, so that their result is plain text. */
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
  });
