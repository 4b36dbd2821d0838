import type {
  CompiledCard,
  CompiledImage,
  CompiledLine,
  CompiledLink,
  CompiledRichAnswer,
} from '../assistant.ts';
import { isSafeAddress, renderTemplate } from './template/render.ts';

/** Content shown with an answer. Texts are plain, without Markdown; links are web, mail or telephone addresses. */
export interface RichAnswer {
  /** Suggested replies, each a complete query. */
  choices?: string[];
  link?: Link;
  image?: Image;
  card?: Card;
}

export interface Link {
  url: string;
  title: string;
}

export interface Image {
  url: string;
  /** The alternative text. */
  alt: string;
}

export interface Card {
  title: string;
  text?: string;
  image?: Image;
  link?: Link;
}

/** Template data of a rich answer. */
export interface RichScope {
  data: Record<string, unknown>;
  language: string;
  defaultLanguage: string;
  currency: string | null;
}

/** The most suggested replies. */
export const MAX_CHOICES = 20;
/** The most characters of a reply or title, of a text, and of an address. */
const MAX_LINE = 200;
const MAX_TEXT = 2_000;
const MAX_ADDRESS = 2_000;

/** Renders the content shown with an answer. Omits a part whose address or title is empty or invalid. */
export function richAnswerOf(rich: CompiledRichAnswer, scope: RichScope): RichAnswer {
  const choices = choicesOf(rich, scope);
  const link = rich.link && linkOf(rich.link, scope);
  const image = rich.image && imageOf(rich.image, scope);
  const card = rich.card && cardOf(rich.card, scope);
  return {
    ...(choices.length > 0 && { choices }),
    ...(link && { link }),
    ...(image && { image }),
    ...(card && { card }),
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
