import { parseTemplate, TemplateError, type TemplateNode } from '../../engine/dialogue/template/parse.ts';
import type { Lines, Saying, TextForm } from '../forms/text.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import { type CheckContext, checkLanguageKeys, listOf, meantName, report, reportKey } from './context.ts';

/** The names that a template may use. */
export interface KnownNames {
  names: ReadonlySet<string>;
  /** True if business logic may add names. */
  isOpen: boolean;
}

/** The known names for a text in which business logic may supply any name. */
export const ANY_NAMES: KnownNames = { names: new Set(), isOpen: true };

/** Adds names to the known ones. */
export const withNames = ({ names, isOpen }: KnownNames, ...more: readonly string[]): KnownNames => ({
  names: new Set([...names, ...more]),
  isOpen,
});

/**
 * Minimum length of a name to be suggested: shorter names too often differ from another word by one letter.
 */
const MIN_LETTERS_OF_TYPO = 5;

export interface TextOptions {
  known: KnownNames;
  /** False for texts that have a built-in version in every language. Default true. */
  needsDefault?: boolean;
}

/** Checks a text: languages, personalities and templates. */
export function checkText(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  text: TextForm,
  { known, needsDefault = true }: TextOptions,
): void {
  checkLanguageKeys(context, source, path, text);
  const standard = context.assistant.languages.default;
  if (needsDefault && !Object.hasOwn(text, standard)) {
    reportKey(context, 'error', source, path, `add the text in the default language, ${standard}`);
  }
  for (const language of context.languages) {
    if (!needsDefault || language === standard || Object.hasOwn(text, language)) continue;
    reportKey(context, 'warning', source, path, `there is no text in ${language}: ${standard} is used`);
  }
  for (const [language, said] of Object.entries(text)) {
    const at = [...path, language];
    if (typeof said === 'string' || Array.isArray(said)) {
      checkLines(context, source, at, said, known);
      continue;
    }
    const { speak, show, ...personalities } = said;
    checkSaying(context, source, at, show === undefined ? { speak } : { speak, show }, known);
    for (const [personality, saying] of Object.entries(personalities)) {
      if (!context.personalities.has(personality)) {
        const message = `${personality} is not a personality: declare it in assistant.yaml, or write speak or show`;
        reportKey(context, 'error', source, [...at, personality], message);
      }
      checkSaying(context, source, [...at, personality], saying, known);
    }
  }
}

function checkSaying(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  said: Lines | Saying,
  known: KnownNames,
) {
  if (typeof said === 'string' || Array.isArray(said)) checkLines(context, source, path, said, known);
  else {
    checkLines(context, source, [...path, 'speak'], said.speak, known);
    if (said.show !== undefined) checkLines(context, source, [...path, 'show'], said.show, known);
  }
}

function checkLines(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  lines: Lines,
  known: KnownNames,
): void {
  if (typeof lines === 'string') checkTemplate(context, source, path, lines, known);
  else
    for (const [index, line] of lines.entries())
      checkTemplate(context, source, [...path, index], line, known);
}

/** Checks that a template is valid and uses only known names. */
export function checkTemplate(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  template: string,
  known: KnownNames,
) {
  try {
    for (const name of new Set(namesIn(parseTemplate(template), false))) {
      if (known.names.has(name)) continue;
      if (known.isOpen) checkTypo(context, source, path, name, known.names);
      else {
        const choices =
          known.names.size === 0
            ? 'no names are available here'
            : `the available names are ${listOf(known.names)}`;
        report(context, 'error', source, path, `{{${name}}} in the template is unknown: ${choices}`);
      }
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    report(context, 'error', source, path, `the template is invalid: ${error.message}`);
  }
}

/** Warns of a name that business logic may supply but that looks like a misspelled slot. */
function checkTypo(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  name: string,
  slots: ReadonlySet<string>,
): void {
  const meant = meantName(
    slots,
    name,
    (slot) =>
      slot.length >= MIN_LETTERS_OF_TYPO &&
      // Names that differ only at the end, such as account and accounts, are often different things.
      slot.at(-1) === name.at(-1) &&
      !name.startsWith(slot),
  );
  if (meant === undefined) return;
  const message = `{{${name}}} in the template is not a slot of this competency: did you mean {{${meant}}}?`;
  report(context, 'warning', source, path, message);
}

/** The first names of all paths; `this` is available inside `each`. */
function namesIn(nodes: readonly TemplateNode[], insideEach: boolean): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [];
    const [first = ''] = node.path;
    const names = insideEach && first === 'this' ? [] : [first];
    if (node.kind === 'if') {
      return [...names, ...namesIn(node.whenTrue, insideEach), ...namesIn(node.otherwise, insideEach)];
    }
    return node.kind === 'each' ? [...names, ...namesIn(node.body, true)] : names;
  });
}
