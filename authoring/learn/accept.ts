import { OUT_OF_SCOPE } from '../../engine/assistant.ts';
import { plainWords } from '../../engine/text/words.ts';
import { MASK } from '../../functions/shared/domain/conversations/masking.ts';
import { checkAssistant } from '../check.ts';
import { AuthoringError, type Finding, formatFinding, hasErrors } from '../findings.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from '../read.ts';
import { parseUtterance } from '../utterance.ts';
import { InsertError, insertTexts } from './insert.ts';

/** Utterances that an author lets a state learn, or that no competency should serve. */
export interface Accepted {
  /** A state that has utterances, or `out_of_scope`. */
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
  /** The assistant as it is with them. */
  authored: AuthoredAssistant;
  /** The files that change, and what is in them then. */
  changed: AssistantSources;
  added: LearnedUtterance[];
  /** Utterances that are not put in, with the reasons. */
  skipped: { label: string; language: string; utterance: string; why: string }[];
  /** Warnings of the check that it did not give before. */
  warnings: Finding[];
}

/**
 * Puts utterances where they belong in an assistant's files; nothing is written.
 * @throws {AuthoringError} for a label or a language that the assistant does not have, for a file that cannot be added
 *   to, and where the assistant would have errors
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

/** Every utterance of an assistant, and where it is: in a language, by its words. */
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

/** The key by which an utterance is known in a language, whatever its case and signs. */
export const keyOf = (language: string, utterance: string): string =>
  `${language} ${plainWords(parseUtterance(utterance).text)}`;

/** The states that can learn, with `out_of_scope`. */
export const learningLabels = ({ competencies }: AuthoredAssistant): string[] => [
  ...competencies.flatMap(({ form }) =>
    Object.entries(form.states).flatMap(([label, { utterances }]) =>
      utterances === undefined ? [] : [label],
    ),
  ),
  OUT_OF_SCOPE,
];

function reasonAgainst(utterance: string, label: string, there: string | undefined): string | undefined {
  if (utterance === '') return 'it says nothing';
  if (utterance.includes(MASK)) return 'it is masked, and nobody’s utterance any more';
  if (there === label) return 'it is there already';
  if (there !== undefined) return `it is in ${there} already: take it out there first`;
  return parseUtterance(utterance).hasStrayBrackets ? 'it has brackets that mark no value' : undefined;
}

function placeOf(
  authored: AuthoredAssistant,
  label: string,
  language: string,
): { file: string; path: string[] } {
  const { assistant, competencies } = authored;
  const languages = assistant?.form.languages.supported ?? [];
  if (!languages.includes(language)) {
    throw new AuthoringError(`The assistant speaks ${languages.join(', ')}, not ${language}.`, []);
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
      ? `The state ${label} has no utterances: people come to it by another one.`
      : `The assistant has no state ${label}. Those that can learn: ${learningLabels(authored).join(', ')}.`,
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
  throw new AuthoringError(`The assistant has errors, and nothing is put in:\n${lines}`, errors);
}
