import { OUT_OF_SCOPE } from '../../engine/assistant.ts';
import { plainWords } from '../../engine/text/words.ts';
import { MASK } from '../../functions/shared/domain/conversations/masking.ts';
import { checkAssistant } from '../check.ts';
import { AuthoringError, type Finding, formatFinding, hasErrors } from '../findings.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from '../read.ts';
import { parseUtterance } from '../utterance.ts';
import { InsertError, insertTexts } from './insert.ts';

/** Utterances that an author adds to a state, or to those out of scope. */
export interface Accepted {
  /** A state with utterances, or `out_of_scope`. */
  label: string;
  language: string;
  utterances: readonly string[];
}

export interface LearnedUtterance {
  file: string;
  label: string;
  language: string;
  utterance: string;
}

export interface Acceptance {
  /** The assistant with the new utterances. */
  authored: AuthoredAssistant;
  /** The changed files with their new content. */
  changed: AssistantSources;
  added: LearnedUtterance[];
  /** Utterances that were not added, with the reason. */
  skipped: { label: string; language: string; utterance: string; why: string }[];
  /** New warnings of the check. */
  warnings: Finding[];
}

/**
 * Adds utterances to an assistant's files, without writing them.
 * @throws {AuthoringError} for an unknown label or language, for a file that cannot be edited, and if the assistant
 * would have errors
 */
export function acceptUtterances(authored: AuthoredAssistant, accepted: readonly Accepted[]): Acceptance {
  const before = checkAssistant(authored);
  refuseErrors(before);
  const known = knownUtterances(authored);
  const places = new Map<string, { file: string; path: string[]; texts: string[] }>();
  const added: LearnedUtterance[] = [];
  const skipped: Acceptance['skipped'] = [];
  for (const { label, language, utterances } of accepted) {
    const { file, path } = placeOf(authored, label, language);
    for (const said of utterances) {
      const utterance = said.replace(/\s+/g, ' ').trim();
      const why = reasonAgainst(utterance, label, known.get(keyOf(language, utterance)));
      if (why !== undefined) {
        skipped.push({ label, language, utterance, why });
        continue;
      }
      known.set(keyOf(language, utterance), label);
      const place = places.get(`${file} ${path.join(' ')}`) ?? { file, path, texts: [] };
      place.texts.push(utterance);
      places.set(`${file} ${path.join(' ')}`, place);
      added.push({ file, label, language, utterance });
    }
  }
  const changed = changedFiles(authored, [...places.values()]);
  const after = readAssistantSources({ ...authored.files, ...changed });
  const findings = checkAssistant(after);
  refuseErrors(findings);
  const told = new Set(before.map(({ file, message }) => `${file} ${message}`));
  const warnings = findings.filter(({ file, message }) => !told.has(`${file} ${message}`));
  return { authored: after, changed, added, skipped, warnings };
}

/** The place of every utterance of an assistant, by `keyOf`. */
export function knownUtterances({ assistant, competencies }: AuthoredAssistant): Map<string, string> {
  const known = new Map<string, string>();
  const add = (label: string, utterances: Readonly<Record<string, readonly string[]>> = {}) => {
    for (const [language, list] of Object.entries(utterances))
      for (const source of list) known.set(keyOf(language, source), label);
  };
  for (const { form } of competencies)
    for (const [label, { utterances }] of Object.entries(form.states)) add(label, utterances);
  add(OUT_OF_SCOPE, assistant?.form.out_of_scope.utterances);
  return known;
}

/** The key of an utterance in a language, ignoring case and punctuation. */
export const keyOf = (language: string, utterance: string): string =>
  `${language} ${plainWords(parseUtterance(utterance).text)}`;

/** The states with utterances, and `out_of_scope`. */
export const learningLabels = ({ competencies }: AuthoredAssistant): string[] => [
  ...competencies.flatMap(({ form }) =>
    Object.entries(form.states).flatMap(([label, { utterances }]) =>
      utterances === undefined ? [] : [label],
    ),
  ),
  OUT_OF_SCOPE,
];

function reasonAgainst(utterance: string, label: string, there: string | undefined): string | undefined {
  if (utterance === '') return 'it is empty';
  if (utterance.includes(MASK)) return 'it is masked';
  if (there === label) return 'it already exists there';
  if (there !== undefined) return `it already exists in ${there}: remove it there first`;
  return parseUtterance(utterance).hasStrayBrackets ? 'it has brackets that do not mark a value' : undefined;
}

function placeOf(
  authored: AuthoredAssistant,
  label: string,
  language: string,
): { file: string; path: string[] } {
  const { assistant, competencies } = authored;
  const languages = assistant?.form.languages.supported ?? [];
  if (!languages.includes(language)) {
    throw new AuthoringError(`The assistant supports ${languages.join(', ')}, not ${language}.`, []);
  }
  if (label === OUT_OF_SCOPE) {
    return { file: assistant?.source.file ?? '', path: [OUT_OF_SCOPE, 'utterances', language] };
  }
  const owner = competencies.find(({ form }) => form.states[label]?.utterances !== undefined);
  if (owner !== undefined)
    return { file: owner.source.file, path: ['states', label, 'utterances', language] };
  const isState = competencies.some(({ form }) => Object.hasOwn(form.states, label));
  throw new AuthoringError(
    isState
      ? `The state ${label} has no utterances: it is reached through another state.`
      : `The assistant has no state ${label}. States that can learn: ${learningLabels(authored).join(', ')}.`,
    [],
  );
}

function changedFiles(
  { files }: AuthoredAssistant,
  places: readonly { file: string; path: string[]; texts: string[] }[],
): Record<string, Uint8Array> {
  const changed: Record<string, string> = {};
  for (const { file, path, texts } of places) {
    const text = changed[file] ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[file]);
    try {
      changed[file] = insertTexts(text, path, texts);
    } catch (error) {
      if (error instanceof InsertError) throw new AuthoringError(`${file}: ${error.message}`, []);
      throw error;
    }
  }
  return Object.fromEntries(
    Object.entries(changed).map(([file, text]) => [file, new TextEncoder().encode(text)]),
  );
}

function refuseErrors(findings: readonly Finding[]): void {
  const errors = findings.filter((finding) => hasErrors([finding]));
  if (errors.length === 0) return;
  const lines = errors.map(formatFinding).join('\n');
  throw new AuthoringError(`Nothing was added, because the assistant has errors:\n${lines}`, errors);
}
