import { stringify } from 'yaml';
import type { Files } from './working-copy.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** True for a valid name of a draft. */
export const isDraftName = (text: string): boolean => NAME.test(text);

const IDENTIFIER = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** True for a valid name of a competency, state, slot or entity. */
export const isIdentifier = (text: string): boolean =>
  IDENTIFIER.test(text) && text.length <= 64 && text !== 'constructor';

export const isLanguageCode = (text: string): boolean => /^[a-z]{2}$/.test(text);

const yaml = (data: unknown): string => stringify(data, { lineWidth: 0 });

/** A new assistant with one competency. `say` contains placeholder texts for its author to replace. */
export function newAssistant(
  draft: string,
  language: string,
  say: { outOfScope: string; answer: string },
): Files {
  const name =
    draft
      .replace(/_+/g, '-')
      .replace(/-{2,}/g, '-')
      .replace(/^[^a-z]+|-+$/g, '') || 'assistant';
  const settings = {
    schema: 1,
    name,
    languages: { default: language, supported: [language] },
    out_of_scope: { say: { [language]: say.outOfScope } },
  };
  return {
    'assistant.yaml': yaml(settings),
    'competencies/first.yaml': newCompetency('first', [language], say.answer),
  };
}

/** A competency with one state of the same name, without utterances. */
export function newCompetency(name: string, languages: readonly string[], answer: string): string {
  const inEach = <Value>(value: Value) => Object.fromEntries(languages.map((language) => [language, value]));
  return yaml({
    competency: name,
    title: inEach(name.replaceAll('_', ' ')),
    states: { [name]: { terminal: true, utterances: inEach([]), say: inEach(answer) } },
  });
}

/** A list without values. */
export const newEntity = (name: string): string => yaml({ entity: name, values: {} });

/** An FAQ document with a title and an answer. */
export const newDocument = (name: string, language: string | undefined, answer: string): string =>
  `---\n${yaml({ title: name.replaceAll('_', ' '), ...(language !== undefined && { language }) })}---\n${answer}\n`;
