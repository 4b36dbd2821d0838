import type {
  CompiledCard,
  CompiledImage,
  CompiledLine,
  CompiledLink,
  CompiledRichAnswer,
  CompiledTable,
} from '../assistant.ts';
import { isSafeAddress, itemsAt, renderTemplate } from './template/render.ts';

/** The content shown beside an answer. Texts are plain, not Markdown. Addresses are safe to open. */
export interface RichAnswer {
  /** Replies for the user to choose from; the chosen reply is sent as a query. */
  choices?: string[];
  link?: Link;
  image?: Image;
  card?: Card;
  /** Cards to be shown beside each other. */
  cards?: Card[];
  table?: Table;
}

export interface Link {
  url: string;
  title: string;
}

export interface Image {
  url: string;
  /** A description for people who cannot see the image. */
  alt: string;
}

export interface Card {
  title: string;
  text?: string;
  image?: Image;
  link?: Link;
}

/** A table; every row has a cell for each column. */
export interface Table {
  title?: string;
  columns: string[];
  rows: string[][];
}

/** The data for rendering a rich answer's templates. */
export interface RichScope {
  data: Record<string, unknown>;
  language: string;
  defaultLanguage: string;
  currency: string | null;
}

/** Maximum number of replies. */
export const MAX_CHOICES = 20;
/** Maximum number of cards beside each other, and of a table's columns and rows. */
export const MAX_CARDS = 20;
export const MAX_COLUMNS = 10;
export const MAX_ROWS = 100;
/** Maximum characters of all cards, and of a table, since the session stores them; the rest is left out. */
const MAX_CHARACTERS = 16_384;
/** Maximum characters of a reply or title, of a text, and of an address. */
const MAX_LINE = 200;
const MAX_TEXT = 2_000;
const MAX_ADDRESS = 2_000;

/** Renders a rich answer. Leaves out parts without a valid address or title. */
export function richAnswerOf(rich: CompiledRichAnswer, scope: RichScope): RichAnswer {
  const choices = choicesOf(rich, scope);
  const link = rich.link && linkOf(rich.link, scope);
  const image = rich.image && imageOf(rich.image, scope);
  const card = rich.card && cardOf(rich.card, scope);
  const cards = cardsOf(rich, scope);
  const table = rich.table && tableOf(rich.table, scope);
  return {
    ...(choices.length > 0 && { choices }),
    ...(link && { link }),
    ...(image && { image }),
    ...(card && { card }),
    ...(cards.length > 0 && { cards }),
    ...(table && { table }),
  };
}

function choicesOf({ choices }: CompiledRichAnswer, scope: RichScope): string[] {
  const written = choices?.[scope.language] ?? choices?.[scope.defaultLanguage] ?? [];
  const rendered = written.map((choice) => plain(choice, scope, MAX_LINE)).filter((choice) => choice !== '');
  return [...new Set(rendered)].slice(0, MAX_CHOICES);
}

function linkOf({ url, title }: CompiledLink, scope: RichScope): Link | undefined {
  const address = addressOf(url, scope);
  return address === null ? undefined : { url: address, title: lineOf(title, scope, MAX_LINE) || address };
}

function imageOf({ url, alt }: CompiledImage, scope: RichScope): Image | undefined {
  const address = addressOf(url, scope);
  return address === null ? undefined : { url: address, alt: lineOf(alt, scope, MAX_LINE) };
}

function cardOf(card: CompiledCard, scope: RichScope): Card | undefined {
  const title = lineOf(card.title, scope, MAX_LINE);
  if (title === '') return undefined;
  const text = card.text && lineOf(card.text, scope, MAX_TEXT);
  const image = card.image && imageOf(card.image, scope);
  const link = card.link && linkOf(card.link, scope);
  return { title, ...(text && { text }), ...(image && { image }), ...(link && { link }) };
}

function cardsOf({ cards = [] }: CompiledRichAnswer, scope: RichScope): Card[] {
  const shown = cards
    .flatMap((card) => scopesOf(card.each, scope).map((item) => cardOf(card, item)))
    .filter((card) => card !== undefined);
  return withinLimit(shown.slice(0, MAX_CARDS));
}

function tableOf({ title, columns, each, rows }: CompiledTable, scope: RichScope): Table | undefined {
  const inLanguage = <Value>(lines: Readonly<Record<string, Value[]>>): Value[] =>
    lines[scope.language] ?? lines[scope.defaultLanguage] ?? [];
  const cellsOf = (cells: readonly string[], item: RichScope) =>
    cells.map((cell) => plain(cell, item, MAX_LINE));
  const lines = scopesOf(each, scope).flatMap((item) => inLanguage(rows).map((cells) => ({ cells, item })));
  const shown = withinLimit(lines.slice(0, MAX_ROWS).map(({ cells, item }) => cellsOf(cells, item)));
  if (shown.length === 0) return undefined;
  const name = title && lineOf(title, scope, MAX_LINE);
  return { ...(name && { title: name }), columns: cellsOf(inLanguage(columns), scope), rows: shown };
}

/** The scope itself or, given a list's name, a scope for each item, with the item as `this`. */
const scopesOf = (each: string | undefined, scope: RichScope): RichScope[] =>
  each === undefined
    ? [scope]
    : itemsAt(each, scope.data).map((item) => ({ ...scope, data: { ...scope.data, this: item } }));

function withinLimit<Part>(parts: readonly Part[]): Part[] {
  let characters = 0;
  return parts.filter((part) => {
    characters += JSON.stringify(part).length;
    return characters <= MAX_CHARACTERS;
  });
}

const lineOf = (line: CompiledLine, scope: RichScope, most: number): string =>
  plain(line[scope.language] ?? line[scope.defaultLanguage] ?? '', scope, most);

const plain = (template: string, { data, language, currency }: RichScope, most: number): string =>
  renderTemplate(template, { data, language, currency, escape: false }).slice(0, most).toWellFormed();

function addressOf(
  line: CompiledLine,
  { data, language, defaultLanguage, currency }: RichScope,
): string | null {
  const template = line[language] ?? line[defaultLanguage] ?? '';
  const address = renderTemplate(template, { data, language, currency, escape: 'address' });
  return address.length <= MAX_ADDRESS && isSafeAddress(address) ? address : null;
}
