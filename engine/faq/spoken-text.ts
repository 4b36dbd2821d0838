/**
 * Converts Markdown to text for a voice: without marks, with the texts of links, each line a sentence. Texts may have
 * any length, so each step reads the text once, and no pattern searches for the same end from several beginnings.
 */
export function spokenText(markdown: string): string {
  const lines = withoutLinks(markdown).split('\n');
  return lines
    .map((line, index) => closed(spokenLine(line.trim()), index === lines.length - 1))
    .filter((line) => line !== '')
    .join(' ');
}

/** An address ends at the first `)`; neither it nor the link's text contains a bracket. */
const withoutLinks = (markdown: string): string =>
  markdown
    // Images first, since an image may be the text of a link.
    .replace(/!\[([^[\]]*)\]\([^)[\]]*\)/g, '$1')
    .replace(/\[([^[\]]*)\]\([^)[\]]*\)/g, '$1');

function spokenLine(line: string): string {
  if (/^(?:```|~~~)/.test(line)) return '';
  const words = line.replace(/^(?:#{1,6}|>|[-*+])(?:\s+|$)/, '');
  return isTableRule(words) ? '' : plain(words);
}

/** `|---|:--:|`, the line below a table's head. */
const isTableRule = (line: string): boolean => /^[\s:|-]+$/.test(line) && line.lastIndexOf('|') > 0;

/** A line without bold, code and emphasis. A mark within a word, as in `a_name`, is not one. */
const plain = (line: string): string =>
  line
    .replace(/(\*\*|__|`)(.*?)\1/g, '$2')
    .replace(/(^|\W)[*_](?=\S)((?:[^*_]|(?<=\w)[*_](?=\w))+)(?<=\S)[*_](?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .replaceAll(' .', '.')
    .trim();

/** With a full stop if it ends without punctuation; the last line needs none. */
const closed = (line: string, isLast: boolean): string =>
  line === '' || isLast || /[.!?:;,]$/.test(line) ? line : `${line}.`;
