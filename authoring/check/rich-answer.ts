import type { CardForm, ImageForm, LinkForm, RichAnswerForm, TableForm } from '../forms/rich-answer.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import { type CheckContext, report } from './context.ts';
import { checkTemplate, checkText, type KnownNames, withNames } from './text.ts';

interface Place {
  source: YamlSource;
  path: Path;
  known: KnownNames;
}

/** Checks rich content of an answer: languages, templates and addresses. */
export function checkRichAnswer(
  context: CheckContext,
  place: Place,
  { choices, link, image, card, cards = [], table }: RichAnswerForm,
): void {
  if (choices !== undefined) checkLine(context, at(place, 'choices'), choices);
  if (link !== undefined) checkLink(context, at(place, 'link'), link);
  if (image !== undefined) checkImage(context, at(place, 'image'), image);
  if (card !== undefined) checkCard(context, at(place, 'card'), card);
  for (const [index, { each, ...shown }] of cards.entries()) {
    const card = at(place, 'cards', index);
    checkCard(context, checkEach(context, card, each), shown);
  }
  if (table !== undefined) checkTable(context, at(place, 'table'), table);
}

const at = (place: Place, ...path: Path): Place => ({ ...place, path: [...place.path, ...path] });

const checkLine = (
  context: CheckContext,
  { source, path, known }: Place,
  line: Record<string, string | string[]>,
): void => checkText(context, source, path, line, { known });

function checkLink(context: CheckContext, place: Place, { url, title }: LinkForm): void {
  checkAddress(context, at(place, 'url'), url);
  checkLine(context, at(place, 'title'), title);
}

function checkImage(context: CheckContext, place: Place, { url, alt }: ImageForm): void {
  checkAddress(context, at(place, 'url'), url);
  checkLine(context, at(place, 'alt'), alt);
}

function checkCard(context: CheckContext, place: Place, { title, text, image, link }: CardForm): void {
  checkLine(context, at(place, 'title'), title);
  if (text !== undefined) checkLine(context, at(place, 'text'), text);
  if (image !== undefined) checkImage(context, at(place, 'image'), image);
  if (link !== undefined) checkLink(context, at(place, 'link'), link);
}

/** Checks the name in `each`. @returns the place with the names known for each item */
function checkEach(context: CheckContext, place: Place, each: string | undefined): Place {
  if (each === undefined) return place;
  const { source, path, known } = place;
  checkTemplate(context, source, [...path, 'each'], `{{#each ${each}}}{{/each}}`, known);
  return { ...place, known: withNames(known, 'this') };
}

function checkTable(context: CheckContext, place: Place, { title, columns, each, rows }: TableForm): void {
  if (title !== undefined) checkLine(context, at(place, 'title'), title);
  checkLine(context, at(place, 'columns'), columns);
  const { source, path, known } = at(checkEach(context, place, each), 'rows');
  const languages = Object.entries(rows);
  checkText(context, source, path, Object.fromEntries(languages.map(([language]) => [language, []])), {
    known,
  });
  for (const [language, lines] of languages) {
    const width = (columns[language] ?? columns[context.assistant.languages.default])?.length;
    for (const [index, cells] of lines.entries()) {
      const row = [...path, language, index];
      for (const [column, cell] of cells.entries())
        checkTemplate(context, source, [...row, column], cell, known);
      if (width === undefined || cells.length === width) continue;
      const message = `write a cell for each of the ${width} columns: there are ${cells.length} cells`;
      report(context, 'error', source, row, message);
    }
  }
}

/** An address; one that begins with a template value is checked at run time. */
const ADDRESS = /^(?:\{\{|https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;

function checkAddress(context: CheckContext, place: Place, url: LinkForm['url']): void {
  const byLanguage = typeof url === 'string' ? { [context.assistant.languages.default]: url } : url;
  if (typeof url === 'string') checkTemplate(context, place.source, place.path, url, place.known);
  else checkLine(context, place, url);
  for (const [language, address] of Object.entries(byLanguage)) {
    if (ADDRESS.test(address)) continue;
    const path = typeof url === 'string' ? place.path : [...place.path, language];
    const message = 'write an address that begins with https://, mailto:, tel:, / or a template value';
    report(context, 'error', place.source, path, message);
  }
}
