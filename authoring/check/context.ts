import { BUILT_IN_ENTITIES, isBuiltIn } from '../../engine/built-in-entities.ts';
import { isOneErrorAway } from '../../engine/values/spellings.ts';
import type { Finding } from '../findings.ts';
import type { AssistantFile } from '../forms/assistant-file.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import type { AuthoredAssistant } from '../read.ts';
import type { Path, YamlSource } from '../yaml-source.ts';

/** The input of every check, and where it reports findings. */
export interface CheckContext {
  authored: AuthoredAssistant;
  assistant: AssistantFile;
  languages: readonly string[];
  personalities: ReadonlySet<string>;
  /** The states of all competencies. */
  states: ReadonlySet<string>;
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

/** True for a built-in entity, or one with a file. */
export const isKnownEntity = ({ authored }: CheckContext, name: string): boolean =>
  isBuiltIn(name) || authored.entities.some(({ form }) => form.entity === name);

/** The entity that the author probably meant by an unknown name. */
export const meantEntity = ({ authored }: CheckContext, name: string): string | undefined =>
  meantName([...BUILT_IN_ENTITIES, ...authored.entities.map(({ form }) => form.entity)], name);

/**
 * Maximum number of names to compare a misspelled name with, since there may be thousands of misspelled
 * names.
 */
const MAX_COMPARED = 500;

/** The name that the author probably meant by an unknown name. */
export const meantName = (
  known: Iterable<string>,
  name: string,
  isMeant: (candidate: string) => boolean = () => true,
): string | undefined =>
  Iterator.from(known)
    .take(MAX_COMPARED)
    .find((candidate) => isOneErrorAway(candidate, name) && isMeant(candidate));

const slotNames = new WeakMap<CompetencyFile, readonly string[]>();

/** The names of a competency's slots, cached because thousands of checks may need them. */
export function slotNamesOf(form: CompetencyFile): readonly string[] {
  const names = slotNames.get(form) ?? Object.keys(form.slots ?? {});
  slotNames.set(form, names);
  return names;
}

/** Maximum number of names in a message: thousands of messages could each list thousands. */
const MAX_LISTED = 20;

/** Lists the known names for a message about an unknown name. */
export function listOf(known: readonly string[] | ReadonlySet<string>): string {
  const listed = Iterator.from(known).take(MAX_LISTED).toArray();
  const others = ('size' in known ? known.size : known.length) - listed.length;
  return `${listed.join(', ') || 'none'}${others === 0 ? '' : ` and ${others} more`}`;
}
