import { isObject } from './exchange.ts';

export interface Link {
  url: string;
  title: string;
}

export interface Image {
  url: string;
  /** A description for those who cannot see the image. */
  alt: string;
}

export interface Card {
  title: string;
  text?: string;
  image?: Image;
  link?: Link;
}

export interface Table {
  title?: string;
  columns: string[];
  /** Each row has one cell per column. */
  rows: string[][];
}

/** An answer prepared for display. All texts except `show` are plain. */
export interface RichAnswer {
  /** The text to speak. */
  speak: string;
  /** The text to show: Markdown with inserted values escaped as numeric character references. */
  show: string;
  /** Suggested replies; each can be sent as a query as it is. */
  choices: string[];
  link?: Link;
  image?: Image;
  card?: Card;
  /** Cards to be shown beside each other. */
  cards?: Card[];
  table?: Table;
}

type Visuals = Readonly<Record<string, unknown>>;

/**
 * Reads the visible content of an answer. Business logic may replace the author's content, so anything malformed is
 * dropped, and so are links to anything but the web, email, telephone or a path.
 */
export function richAnswer({ visuals }: { visuals: Visuals }): RichAnswer {
  const link = readLink(visuals.link);
  const image = readImage(visuals.image);
  const card = readCard(visuals.card);
  const cards = (Array.isArray(visuals.cards) ? visuals.cards : []).flatMap((value) => readCard(value) ?? []);
  const table = readTable(visuals.table);
  const { choices } = visuals;
  return {
    speak: lineOf(visuals.speakableResponse) ?? '',
    show: lineOf(visuals.formattedResponse) ?? '',
    choices: [...new Set((Array.isArray(choices) ? choices : []).flatMap((choice) => lineOf(choice) ?? []))],
    ...(link && { link }),
    ...(image && { image }),
    ...(card && { card }),
    ...(cards.length > 0 && { cards }),
    ...(table && { table }),
  };
}

/** A complete answer as plain text, for channels without rich content. */
export function plainText(answer: { visuals: Visuals }): string {
  const { speak, choices, link, image, card, cards = [], table } = richAnswer(answer);
  const lines = [
    speak,
    ...(image ? [imageLine(image)] : []),
    ...(table ? [table.title, table.columns.join(' | '), ...table.rows.map((row) => row.join(' | '))] : []),
    ...[...(card ? [card] : []), ...cards].flatMap(cardLines),
    link && linkLine(link),
    ...choices.map((choice) => `• ${choice}`),
  ];
  return lines.filter((line) => line !== undefined && line !== '').join('\n');
}

const cardLines = ({ title, text, image, link }: Card) => [
  title,
  text,
  image && imageLine(image),
  link && linkLine(link),
];
const linkLine = ({ title, url }: Link): string => (title === url ? url : `${title}: ${url}`);
const imageLine = ({ alt, url }: Image): string => (alt === '' ? url : `${alt}: ${url}`);

const lineOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** True for allowed links: the web, email, telephone or a path; never code. */
export const isAddress = (url: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s<>]*$/i.test(url);

/** True for allowed image addresses: the web or a path. */
export const isImageAddress = (url: string): boolean => isAddress(url) && !/^(?:mailto|tel):/i.test(url);

const addressOf = (value: unknown, allowed: (url: string) => boolean): string | undefined =>
  typeof value === 'string' && allowed(value) ? value : undefined;

function readLink(value: unknown): Link | undefined {
  const url = isObject(value) ? addressOf(value.url, isAddress) : undefined;
  return isObject(value) && url !== undefined ? { url, title: lineOf(value.title) ?? url } : undefined;
}

function readImage(value: unknown): Image | undefined {
  const url = isObject(value) ? addressOf(value.url, isImageAddress) : undefined;
  return isObject(value) && url !== undefined ? { url, alt: lineOf(value.alt) ?? '' } : undefined;
}

function readCard(value: unknown): Card | undefined {
  const title = isObject(value) ? lineOf(value.title) : undefined;
  if (!isObject(value) || title === undefined) return undefined;
  const text = lineOf(value.text);
  const image = readImage(value.image);
  const link = readLink(value.link);
  return { title, ...(text && { text }), ...(image && { image }), ...(link && { link }) };
}

/** Business logic may send numbers as cells, and rows of the wrong length. */
function readTable(value: unknown): Table | undefined {
  if (!isObject(value) || !Array.isArray(value.columns) || !Array.isArray(value.rows)) return undefined;
  const columns = value.columns.map(cellOf);
  const rows = value.rows
    .filter((row): row is unknown[] => Array.isArray(row))
    .map((row) => columns.map((_, index) => cellOf(row[index])));
  const title = lineOf(value.title);
  if (columns.length === 0 || rows.length === 0) return undefined;
  return { ...(title && { title }), columns, rows };
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
