import { parseTemplate, TemplateError, type TemplateNode } from '../../engine/dialogue/template/parse.ts';
import type { Lines, Saying, TextForm } from '../forms/text.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import { type CheckContext, checkLanguageKeys, report, reportKey } from './context.ts';

/** The names that a template may use; null where the business logic may add any. */
export type KnownNames = ReadonlySet<string> | null;

export interface TextOptions {
  known: KnownNames;
  /** False for texts that have a built-in form in every language. Default true. */
  needsDefault?: boolean;
}

/** Checks what is said: its languages, its personalities and its templates. */
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
    reportKey(context, 'warning', source, path, `there is no text in ${language}: it is said in ${standard}`);
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
        const message = `${personality} is no personality: declare it in assistant.yaml, or write speak or show`;
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

/** Checks that a template can be read and names what there is. */
export function checkTemplate(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  template: string,
  known: KnownNames,
) {
  try {
    const names = namesIn(parseTemplate(template), false);
    for (const name of new Set(names)) {
      if (known === null || known.has(name)) continue;
      const choices =
        known.size === 0 ? 'there are none here' : `the names here are ${[...known].sort().join(', ')}`;
      report(context, 'error', source, path, `the template’s {{${name}}} is unknown: ${choices}`);
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    report(context, 'error', source, path, `the template cannot be read: ${error.message}`);
  }
}

/** The first names of all paths; `this` is known inside `each`. */
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
