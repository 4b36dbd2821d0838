import { BUILT_IN_ENTITIES, isBuiltIn } from '../../engine/built-in-entities.ts';
import { isOneErrorAway } from '../../engine/values/spellings.ts';
import type { Finding } from '../findings.ts';
import type { AssistantFile } from '../forms/assistant-file.ts';
import type { AuthoredAssistant } from '../read.ts';
import type { Path, YamlSource } from '../yaml-source.ts';

/** What every check knows, and where it reports findings. */
export interface CheckContext {
  authored: AuthoredAssistant;
  assistant: AssistantFile;
  languages: readonly string[];
  personalities: ReadonlySet<string>;
  findings: Finding[];
}

/** Reports a finding at a value. */
export function report(
  { findings }: CheckContext,
  severity: Finding['severity'],
  source: YamlSource,
  path: Path,
  message: string,
): void {
  findings.push({ file: source.file, ...source.locate(path), severity, message });
}

/** Reports a finding at the key of a value. */
export function reportKey(
  { findings }: CheckContext,
  severity: Finding['severity'],
  source: YamlSource,
  path: Path,
  message: string,
): void {
  findings.push({ file: source.file, ...source.locateKey(path), severity, message });
}

/** Reports language keys that the assistant does not support. */
export function checkLanguageKeys(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  byLanguage: Readonly<Record<string, unknown>>,
): void {
  for (const language of Object.keys(byLanguage)) {
    if (context.languages.includes(language)) continue;
    const message = `${language} is not a language of this assistant: add it to languages.supported, or remove it`;
    reportKey(context, 'error', source, [...path, language], message);
  }
}

/** True for built-in entities and those that have a file. */
export const isKnownEntity = ({ authored }: CheckContext, name: string): boolean =>
  isBuiltIn(name) || authored.entities.some(({ form }) => form.entity === name);

/** The entity that a misspelled name probably means. */
export const meantEntity = ({ authored }: CheckContext, name: string): string | undefined =>
  [...authored.entities.map(({ form }) => form.entity), ...BUILT_IN_ENTITIES].find((known) =>
    isOneErrorAway(known, name),
  );
