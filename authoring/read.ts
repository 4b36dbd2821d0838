import type * as z from 'zod/mini';
import type { Finding } from './findings.ts';
import { type Authored, readForm } from './form.ts';
import { type AssistantFile, assistantFile } from './forms/assistant-file.ts';
import { type CompetencyFile, competencyFile } from './forms/competency-file.ts';
import { type EntityFile, entityFile } from './forms/entity-file.ts';
import { type ConversationTest, testFile } from './forms/test-file.ts';
import { type AuthoredCollection, readCollections } from './read-faq.ts';
import { type Recording, readRecordings } from './read-recordings.ts';
import { readYaml } from './yaml-source.ts';

/** An assistant as its author wrote it. */
export interface AuthoredAssistant {
  /** Null if `assistant.yaml` is missing or invalid. */
  assistant: Authored<AssistantFile> | null;
  /** The valid competencies, in order of their file names. */
  competencies: Authored<CompetencyFile>[];
  entities: Authored<EntityFile>[];
  tests: Authored<ConversationTest>[];
  /** Recorded business-logic answers by test file. */
  recordings: Readonly<Record<string, Recording>>;
  /** The collections in order of their names. */
  faq: AuthoredCollection[];
  /** The files by their path within the folder, for exporting the version later. */
  files: AssistantSources;
  /** Findings from reading: YAML errors, unknown keys, invalid values. */
  findings: Finding[];
}

/** The bytes of an assistant's files by their path within the folder. */
export type AssistantSources = Readonly<Record<string, Uint8Array>>;

/** The texts of an assistant's files by their path within the folder, such as `competencies/transfer.yaml`. */
export type AssistantFiles = Readonly<Record<string, string>>;

/** Reads an assistant from its files: `assistant.yaml` and those in `competencies`, `entities`, `tests` and `faq`. */
export function readAssistantSources(sources: AssistantSources): AuthoredAssistant {
  const texts = Object.entries(sources).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
  return { ...readAssistantFiles(Object.fromEntries(texts)), files: sources };
}

/** The same for texts instead of bytes. */
export function readAssistantFiles(files: AssistantFiles): AuthoredAssistant {
  const findings: Finding[][] = [];
  const read = <Form>(pattern: RegExp, schema: z.ZodMiniType<Form>): Authored<Form>[] => {
    const paths = Object.keys(files).filter((path) => pattern.test(path));
    return paths.sort().flatMap((path) => {
      const result = readForm(readYaml(path, files[path] ?? ''), schema);
      findings.push(result.findings);
      return result.authored === null ? [] : [result.authored];
    });
  };
  const faq = readCollections(files);
  findings.push(faq.findings);
  const assistants = read(/^assistant\.ya?ml$/, assistantFile);
  if (!Object.keys(files).some((path) => /^assistant\.ya?ml$/.test(path))) {
    const message = 'add assistant.yaml: the folder has none';
    findings.push([{ file: 'assistant.yaml', line: 1, column: 1, severity: 'error', message }]);
  }
  const competencies = read(/^competencies\/[^/]+\.ya?ml$/, competencyFile);
  const entities = read(/^entities\/[^/]+\.ya?ml$/, entityFile);
  const tests = read(/^tests\/[^/]+\.ya?ml$/, testFile);
  const turns = new Map(tests.map(({ source, form }) => [source.file, form.turns.length]));
  const recorded = readRecordings(files, turns);
  findings.push(recorded.findings);
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
    findings: findings.flat(),
  };
}
