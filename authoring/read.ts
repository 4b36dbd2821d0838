import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type * as z from 'zod/mini';
import { AuthoringError, type Finding } from './findings.ts';
import { contentsOf } from './folder.ts';
import { type Authored, readForm } from './form.ts';
import { type AssistantFile, assistantFile } from './forms/assistant-file.ts';
import { type CompetencyFile, competencyFile } from './forms/competency-file.ts';
import { type EntityFile, entityFile } from './forms/entity-file.ts';
import { type ConversationTest, testFile } from './forms/test-file.ts';
import { type AuthoredCollection, FAQ_PATH, readCollections } from './read-faq.ts';
import { RECORDING_PATH, type Recording, readRecordings } from './read-recordings.ts';
import { readYaml } from './yaml-source.ts';

/** An assistant as its author wrote it. */
export interface AuthoredAssistant {
  /** Null where `assistant.yaml` is missing or not valid. */
  assistant: Authored<AssistantFile> | null;
  /** Those that are valid, in the order of their files' names. */
  competencies: Authored<CompetencyFile>[];
  entities: Authored<EntityFile>[];
  tests: Authored<ConversationTest>[];
  /** What the business logic answered, as `--record` kept it, by the file of the test. */
  recordings: Readonly<Record<string, Recording>>;
  /** In the order of their names. */
  faq: AuthoredCollection[];
  /** The files as they are, by their path within the folder: what the version is exported to again. */
  files: AssistantSources;
  /** What was found while reading: YAML errors, unknown keys, values of a wrong form. */
  findings: Finding[];
}

/** The bytes of an assistant's files by their path within the folder. */
export type AssistantSources = Readonly<Record<string, Uint8Array>>;

/** The texts of an assistant's files by their path within the folder, such as `competencies/transfer.yaml`. */
export type AssistantFiles = Readonly<Record<string, string>>;

/**
 * Reads an assistant's folder: `assistant.yaml` and the YAML files directly in `competencies`, `entities` and
 * `tests`, what `--record` keeps in `tests/recorded`, and the documents of `faq`. Everything else in it is left alone,
 * and what a link leads to outside of it is not read, which is a finding.
 * @param options.recordings false leaves out what `--record` has kept
 * @throws {AuthoringError} where it is no folder but a file
 * @throws the file system's error where a file or folder cannot be read
 */
export async function readAssistant(
  directory: string,
  { recordings = true }: { recordings?: boolean } = {},
): Promise<AuthoredAssistant> {
  if ((await stat(directory)).isFile()) throw new AuthoringError(whichFolder(directory), []);
  const own = await contentsOf(directory, { isNamed: (name) => OWN_NAMES.test(name), isFile: isOwnPath });
  const files: Record<string, Uint8Array> = {};
  for (const [path, place] of own.files) {
    if (recordings || !RECORDING_PATH.test(path)) files[path] = await readFile(place);
  }
  const authored = readAssistantSources(files);
  return { ...authored, findings: [...own.findings, ...authored.findings] };
}

const whichFolder = (file: string): string =>
  /^assistant\.ya?ml$/.test(basename(file))
    ? `${file} is a file. Give the folder that holds it: ${dirname(file)}`
    : `${file} is a file. Give the folder that holds assistant.yaml.`;

/** What an assistant has in the folder itself. */
const OWN_NAMES = /^(?:assistant\.ya?ml|competencies|entities|tests|faq)$/;

const OWN_PATHS = [
  /^assistant\.ya?ml$/,
  /^(?:competencies|entities|tests)\/[^/]+\.ya?ml$/,
  RECORDING_PATH,
  FAQ_PATH,
];

/** Whether a path within an assistant's folder, with forward slashes, is one of the assistant's own files. */
export const isOwnPath = (path: string): boolean => OWN_PATHS.some((own) => own.test(path));

/** As `readAssistant`, of files that are at hand. */
export function readAssistantSources(sources: AssistantSources): AuthoredAssistant {
  const texts = Object.entries(sources).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
  return { ...readAssistantFiles(Object.fromEntries(texts)), files: sources };
}

/** As `readAssistant`, of texts that are at hand. */
export function readAssistantFiles(files: AssistantFiles): AuthoredAssistant {
  const findings: Finding[] = [];
  const read = <Form>(pattern: RegExp, schema: z.ZodMiniType<Form>): Authored<Form>[] => {
    const paths = Object.keys(files).filter((path) => pattern.test(path));
    return paths.sort().flatMap((path) => {
      const result = readForm(readYaml(path, files[path] ?? ''), schema);
      findings.push(...result.findings);
      return result.authored === null ? [] : [result.authored];
    });
  };
  const faq = readCollections(files);
  findings.push(...faq.findings);
  const assistants = read(/^assistant\.ya?ml$/, assistantFile);
  if (!Object.keys(files).some((path) => /^assistant\.ya?ml$/.test(path))) {
    const message = 'add assistant.yaml: the folder has none';
    findings.push({ file: 'assistant.yaml', line: 1, column: 1, severity: 'error', message });
  }
  const competencies = read(/^competencies\/[^/]+\.ya?ml$/, competencyFile);
  const entities = read(/^entities\/[^/]+\.ya?ml$/, entityFile);
  const tests = read(/^tests\/[^/]+\.ya?ml$/, testFile);
  const turns = new Map(tests.map(({ source, form }) => [source.file, form.turns.length]));
  const recorded = readRecordings(files, turns);
  findings.push(...recorded.findings);
  return {
    assistant: assistants[0] ?? null,
    competencies,
    entities,
    tests,
    recordings: recorded.recordings,
    faq: faq.collections,
    files: Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
    findings,
  };
}
