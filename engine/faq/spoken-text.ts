/**
 * Markdown as a voice reads it: without marks, with the words of links, each line a sentence. An author's text may be
 * of any length, so each step goes over it once: no pattern looks for an end that another beginning has looked for.
 */
export function spokenText(markdown: string): string {
  const lines = withoutLinks(markdown).split('\n');
  return lines
    .map((line, index) => closed(spokenLine(line.trim()), index === lines.length - 1))
    .filter((line) => line !== '')
    .join(' ');
}

/** An address goes on to the first `)`; no bracket is in it, nor in the words of a link. */
const withoutLinks = (markdown: string): string =>
  markdown
    // Images first: one may be the words of a link.
    .replace(/!\[([^[\]]*)\]\([^)[\]]*\)/g, '$1')
    .replace(/\[([^[\]]*)\]\([^)[\]]*\)/g, '$1');

function spokenLine(line: string): string {
  if (/^(?:```|~~~)/.test(line)) return '';
  const words = line.replace(/^(?:#{1,6}|>|[-*+])(?:\s+|$)/, '');
  return isTableRule(words) ? '' : plain(words);
}

/** `|---|:--:|`, what stands under the head of a table. */
const isTableRule = (line: string): boolean => /^[\s:|-]+$/.test(line) && line.lastIndexOf('|') > 0;

/** One line without bold, code and emphasis. A mark within a word, as in `a_name`, is none. */
const plain = (line: string): string =>
  line
    .replace(/(\*\*|__|`)(.*?)\1/g, '$2')
    .replace(/(^|\W)[*_](?=\S)((?:[^*_]|(?<=\w)[*_](?=\w))+)(?<=\S)[*_](?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .replaceAll(' .', '.')
    .trim();

/** With a full stop where it has no mark at its end; the last line needs none. */
const closed = (line: string, isLast: boolean): string =>
  line === '' || isLast || /[.!?:;,]$/.test(line) ? line : `${line}.`;
