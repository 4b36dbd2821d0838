import {
  type Card,
  type Image,
  isAddress,
  isImageAddress,
  type Link,
  type RichAnswer,
  type Table,
} from '../typescript/rich-answer.ts';
import { type Block, type Inline, readMarkdown } from './markdown.ts';
import type { Texts } from './texts.ts';

type Child = Node | string;

/** Creates an element. Strings become text nodes and are never parsed as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An icon of a single path, 24 units wide and high, in the colour of the surrounding text. It has no
 * accessible name.
 */
export function icon(path: string): Node {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  picture.append(shape);
  return picture;
}

/** The visible parts of an answer, without its choices. */
export function shownParts(
  { show, speak, image, card, cards, table, link }: RichAnswer,
  texts: Pick<Texts, 'table' | 'cards'>,
): Child[] {
  const blocks = readMarkdown(show.trim() === '' ? speak : show).map(blockNode);
  return [
    ...blocks,
    ...(image ? [imageNode(image)] : []),
    ...(table ? [tableNode(table, texts.table)] : []),
    ...(card ? [element('div', { class: 'card', part: 'card' }, ...cardParts(card))] : []),
    ...(cards ? [carousel(cards, texts.cards)] : []),
    ...(link ? [element('p', {}, linkNode(link.url, [link.title]))] : []),
  ];
}

const cardParts = ({ title, text, image, link }: Card): Child[] => [
  ...(image ? [imageNode(image)] : []),
  element('p', {}, element('strong', {}, title)),
  ...(text === undefined ? [] : [element('p', {}, text)]),
  ...(link ? [element('p', {}, linkOf(link))] : []),
];

/** Cards side by side; the keyboard can scroll them too. */
function carousel(cards: readonly Card[], name: string): Node {
  const items = cards.map((card) => element('li', { class: 'card', part: 'card' }, ...cardParts(card)));
  // Some browsers treat a list without bullets as a list only if it has the role.
  const attributes = { class: 'cards', part: 'cards', role: 'list', 'aria-label': name, tabindex: '0' };
  return element('ul', attributes, ...items);
}

/** A table that scrolls if it is wider than the chat. */
function tableNode({ title, columns, rows }: Table, name: string): Node {
  const cell = (text: string) => element('td', { dir: 'auto' }, text);
  const head = columns.map((text) =>
    text === '' ? cell('') : element('th', { scope: 'col', dir: 'auto' }, text),
  );
  const table = element(
    'table',
    { part: 'table' },
    ...(title === undefined ? [] : [element('caption', {}, title)]),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
  return element('div', { class: 'table', role: 'group', 'aria-label': title ?? name, tabindex: '0' }, table);
}

const linkOf = ({ url, title }: Link): Node => linkNode(url, [title]);

/** The image, or its description if the page's policy blocks the image. */
const imageNode = ({ url, alt }: Image): Node =>
  isImageAddress(url)
    ? element('img', { src: url, alt, loading: 'lazy', referrerpolicy: 'no-referrer' })
    : document.createTextNode(alt);

/** A link to another site opens in a new tab without a referrer. */
function linkNode(url: string, children: Child[]): Node {
  if (!isAddress(url)) return element('span', {}, ...children);
  const outside = /^https?:/i.test(url) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return element('a', { href: url, ...outside }, ...children);
}

function blockNode(block: Block): Node {
  if (block.kind === 'code') return element('pre', {}, element('code', {}, block.text));
  if (block.kind === 'list') {
    const items = block.items.map((parts) => element('li', {}, ...parts.map(inlineNode)));
    return element(block.ordered ? 'ol' : 'ul', {}, ...items);
  }
  const parts = block.parts.map(inlineNode);
  // The headings of an answer do not belong to the page's outline.
  return element('p', {}, ...(block.kind === 'heading' ? [element('strong', {}, ...parts)] : parts));
}

function inlineNode(part: Inline): Node {
  switch (part.kind) {
    case 'text':
      return document.createTextNode(part.text);
    case 'break':
      return element('br');
    case 'code':
      return element('code', {}, part.text);
    case 'link':
      return linkNode(part.url, part.parts.map(inlineNode));
    case 'strong':
      return element('strong', {}, ...part.parts.map(inlineNode));
    case 'emphasis':
      return element('em', {}, ...part.parts.map(inlineNode));
  }
}
