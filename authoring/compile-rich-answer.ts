import type {
  CompiledCard,
  CompiledEntity,
  CompiledImage,
  CompiledLine,
  CompiledLink,
  CompiledRichAnswer,
  CompiledTable,
} from '../engine/assistant.ts';
import { MAX_CHOICES } from '../engine/dialogue/rich-answer.ts';
import type { CardForm, ImageForm, LinkForm, RichAnswerForm, TableForm } from './forms/rich-answer.ts';

/** The rich content shown with an answer; undefined if there is none. */
export function richAnswerOf(
  { choices, link, image, card, cards, table }: RichAnswerForm,
  languages: readonly string[],
): CompiledRichAnswer | undefined {
  if ([choices, link, image, card, cards, table].every((part) => part === undefined)) return undefined;
  return {
    ...(choices && { choices }),
    ...(link && { link: linkOf(link, languages) }),
    ...(image && { image: imageOf(image, languages) }),
    ...(card && { card: cardOf(card, languages) }),
    ...(cards && {
      cards: cards.map(({ each, ...shown }) => ({ ...cardOf(shown, languages), ...(each && { each }) })),
    }),
    ...(table && { table: tableOf(table) }),
  };
}

/** The first values of a list as suggested replies: their first synonym in each language. */
export function choicesOfEntity(
  { values }: CompiledEntity,
  languages: readonly string[],
  allowed: readonly string[] | null,
): Record<string, string[]> {
  const offered = Object.entries(values)
    .filter(([value]) => allowed === null || allowed.includes(value))
    .slice(0, MAX_CHOICES);
  return Object.fromEntries(
    languages.map((language) => [
      language,
      offered.map(([value, synonyms]) => synonyms[language]?.[0] ?? value.replaceAll('_', ' ')),
    ]),
  );
}

const linkOf = ({ url, title }: LinkForm, languages: readonly string[]): CompiledLink => ({
  url: addressOf(url, languages),
  title,
});

const imageOf = ({ url, alt }: ImageForm, languages: readonly string[]): CompiledImage => ({
  url: addressOf(url, languages),
  alt,
});

const cardOf = ({ title, text, image, link }: CardForm, languages: readonly string[]): CompiledCard => ({
  title,
  ...(text && { text }),
  ...(image && { image: imageOf(image, languages) }),
  ...(link && { link: linkOf(link, languages) }),
});

const tableOf = ({ title, columns, each, rows }: TableForm): CompiledTable => ({
  ...(title && { title }),
  columns,
  ...(each && { each }),
  rows,
});

const addressOf = (url: LinkForm['url'], languages: readonly string[]): CompiledLine =>
  typeof url === 'string' ? Object.fromEntries(languages.map((language) => [language, url])) : url;
