import { holds } from './comparison.ts';
import { dateOf } from './date-filter.ts';
import { labelOf, listOf, moneyOf, numberOf, plainOf } from './filters.ts';
import { parseTemplate, type TemplateNode } from './parse.ts';

/** A template's data and output settings. */
export interface RenderScope {
  /** Data by name. Only own properties are ever read. */
  data: Readonly<Record<string, unknown>>;
  /** ISO 639-1 code, for numbers, money, dates and lists. */
  language: string;
  /** ISO 4217 code for amounts without a currency. */
  currency: string | null;
  /**
   * How to escape inserted values.
   * - true: for HTML and Markdown
   * - `address`: as a part of an address; a value at the beginning stays as it is
   * - false: not at all
   */
  escape: boolean | 'address';
}

/** Maximum characters of a rendered text. */
export const MAX_RENDERED_CHARACTERS = 16_384;
/** Maximum number of items that `{{#each}}` shows. */
export const MAX_EACH_ITEMS = 100;
const MAX_STEPS = 10_000;

const parsed = new Map<string, TemplateNode[]>();
const MAX_PARSED = 5_000;

/**
 * Renders a template. Data never makes it throw: missing values are empty, long texts are cut.
 * @throws {TemplateError} if the template is unreadable, which the check reports beforehand
 */
export function renderTemplate(source: string, scope: RenderScope): string {
  const output: Output = { text: '', end: '\n', steps: 0, sentences: null };
  renderNodes(nodesOf(source), { ...scope, item: null }, output);
  return trimmed(output);
}

/**
 * Renders a template without the sentences that lack a value: “Done. That leaves {{balance}}.” becomes “Done.” if the
 * balance is unknown. An empty text does not count as missing.
 * @param mayLack the names of values that may be missing without loss of the sentence
 * @returns the remaining sentences; `isWhole` is true if no sentence was left out
 * @throws {TemplateError} like {@link renderTemplate}
 */
export function renderSentences(
  source: string,
  scope: RenderScope,
  mayLack: ReadonlySet<string>,
): { text: string; isWhole: boolean } {
  const sentences: Sentences = { mayLack, start: 0, lacks: false, isOver: false, isWhole: true };
  const output: Output = { text: '', end: '\n', steps: 0, sentences };
  renderNodes(nodesOf(source), { ...scope, item: null }, output);
  endSentence(output, sentences);
  return { text: trimmed(output), isWhole: sentences.isWhole };
}

function nodesOf(source: string): TemplateNode[] {
  let nodes = parsed.get(source);
  if (nodes === undefined) {
    nodes = parseTemplate(source);
    if (parsed.size >= MAX_PARSED) parsed.clear();
    parsed.set(source, nodes);
  }
  return nodes;
}

const trimmed = ({ text }: Output): string => text.slice(0, MAX_RENDERED_CHARACTERS).toWellFormed().trim();

/** A scope with the value of `this` within `{{#each}}`. */
interface Inside extends RenderScope {
  item: { this: unknown } | null;
}

interface Output {
  text: string;
  /** The last {@link MAX_END} characters of the output, which begins with a line break. */
  end: string;
  steps: number;
  /** Null if sentences are kept even with missing values. */
  sentences: Sentences | null;
}

/** The current sentence. */
interface Sentences {
  mayLack: ReadonlySet<string>;
  /** Where the sentence begins in the output. */
  start: number;
  /** True if the sentence lacks a value. */
  lacks: boolean;
  /** True if the last text may have ended the sentence: a following space ends it, a value continues it. */
  isOver: boolean;
  /** False if a sentence was left out. */
  isWhole: boolean;
}

/** The end of a sentence: its mark, closing quotes or brackets and, in most scripts, a space. */
const SENTENCE_ENDS = /[.!?…]+["'”’»)\]*_]*(?=\s)|[。！？]+["'”’」』）*_]*|\n/gu;
const ENDS_SENTENCE = /[.!?…]["'”’»)\]*_]*$/u;

/** Writes the template's own text, sentence by sentence if missing values matter. */
function writeOwn(output: Output, text: string): void {
  if (output.sentences === null) write(output, text);
  else writeSentences(output, output.sentences, text);
}

function writeSentences(output: Output, sentences: Sentences, text: string): void {
  if (sentences.isOver && /^\s/.test(text)) endSentence(output, sentences);
  let from = 0;
  for (const match of text.matchAll(SENTENCE_ENDS)) {
    const end = match.index + match[0].length;
    write(output, text.slice(from, end));
    endSentence(output, sentences);
    from = end;
  }
  write(output, text.slice(from));
  sentences.isOver = ENDS_SENTENCE.test(text);
}

/** Ends a sentence, and removes it if it lacks a value. */
function endSentence(output: Output, sentences: Sentences): void {
  if (sentences.lacks) {
    output.text = output.text.slice(0, sentences.start);
    sentences.isWhole = false;
  }
  Object.assign(sentences, { start: output.text.length, lacks: false, isOver: false });
}

/** Number of characters before a value that are checked for a link. */
const MAX_END = 120;

function write(output: Output, text: string): void {
  output.text += text;
  output.end = (output.end + text.slice(-MAX_END)).slice(-MAX_END);
}

function renderNodes(nodes: readonly TemplateNode[], scope: Inside, output: Output): void {
  for (const node of nodes) {
    output.steps += 1;
    if (output.steps > MAX_STEPS || output.text.length > MAX_RENDERED_CHARACTERS) return;
    if (node.kind === 'text') writeOwn(output, node.text);
    else if (node.kind === 'value') writeValue(node, scope, output);
    else if (node.kind === 'if') {
      const value = lookUp(node.path, scope);
      const isSo = node.comparison === null ? isTruthy(value) : holds(value, node.comparison);
      renderNodes(isSo ? node.whenTrue : node.otherwise, scope, output);
    } else {
      const items = lookUp(node.path, scope);
      if (!Array.isArray(items)) continue;
      for (const item of items.slice(0, MAX_EACH_ITEMS)) {
        renderNodes(node.body, { ...scope, item: { this: item } }, output);
      }
    }
  }
}

/**
 * A value after one of these is a link's target in Markdown or HTML. The check reads the rendered text, so that a block
 * or an empty value in between does not matter.
 */
const ADDRESS_BEFORE = /(?:\]\(\s*<?|\n {0,3}\[[^\]\n]*\]:\s*<?|<|(?:href|src|action)\s*=\s*["']?\s*)$/i;

function writeValue(node: TemplateNode & { kind: 'value' }, scope: Inside, output: Output): void {
  const text = renderValue(node, scope, output.end);
  write(output, text);
  const { sentences } = output;
  if (sentences === null) return;
  sentences.isOver = false;
  const mayLack = sentences.mayLack.has(node.path[0] ?? '');
  sentences.lacks ||= text === '' && !mayLack && !isEmptied(lookUp(node.path, scope));
}

/** True for a value that was deliberately set to an empty text or list. */
const isEmptied = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function renderValue(node: TemplateNode & { kind: 'value' }, scope: Inside, before: string): string {
  let value = lookUp(node.path, scope);
  for (const filter of node.filters) {
    if (filter === 'money') value = moneyOf(value, scope);
    else if (filter === 'number') value = numberOf(value, scope);
    else if (filter === 'date') value = dateOf(value, scope.language);
    else if (filter === 'list') value = listOf(value, scope);
    else value = labelOf(value);
  }
  const text = plainOf(value).slice(0, MAX_RENDERED_CHARACTERS);
  if (!scope.escape) return text;
  if (scope.escape === 'address') return before.trim() === '' ? text : inAddress(text);
  const isAddress = ADDRESS_BEFORE.test(before);
  return isAddress && !isSafeAddress(text) ? '' : escapeText(text);
}

/** The items of a list in a template's data, at most {@link MAX_EACH_ITEMS}; none if there is no such list. */
export function itemsAt(path: string, data: Readonly<Record<string, unknown>>): unknown[] {
  const items = lookUp(path.split('.'), { data, item: null });
  return Array.isArray(items) ? items.slice(0, MAX_EACH_ITEMS) : [];
}

/** The value at a path, reading own properties only; undefined if there is none. */
function lookUp(path: readonly string[], { data, item }: Pick<Inside, 'data' | 'item'>): unknown {
  let value: unknown = path[0] === 'this' && item !== null ? item : data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** As in Handlebars: missing, null, false, 0, the empty text and the empty list are false. */
function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null && 'value' in value) return isTruthy(value.value);
  return Boolean(value);
}

const ESCAPED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'&<>"\'`[]*_\\~'].map((character) => [character, `&#${character.charCodeAt(0)};`]),
);

/** Escapes with numeric character references, which HTML and Markdown both show literally. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"'`[\]*_\\~]/g, (character) => ESCAPED[character] ?? '').replace(/\s+/g, ' ');

/**
 * A value as part of an address. Brackets and quotes are escaped too, since they end an address in Markdown and HTML.
 */
const inAddress = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[()']/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );

/** A link may lead to the web, a mail address, a telephone number or a path on the same site, never to code. */
export const isSafeAddress = (text: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s<>()]*$/i.test(text.trim());
