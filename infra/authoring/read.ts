import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { type AssistantFile, assistantFile } from '../../functions/shared/engine/authoring/assistant-file.ts';
import {
  type CompetencyFile,
  competencyFile,
} from '../../functions/shared/engine/authoring/competency-file.ts';
import { type EntityFile, entityFile } from '../../functions/shared/engine/authoring/entity-file.ts';
import { type ConversationTest, testFile } from '../../functions/shared/engine/authoring/test-file.ts';
import type { Finding } from './findings.ts';
import { type Authored, readForm } from './form.ts';
import { readYaml } from './yaml-source.ts';

/** An assistant as its author wrote it. */
export interface AuthoredAssistant {
  /** Null where `assistant.yaml` is missing or not valid. */
  assistant: Authored<AssistantFile> | null;
  /** Those that are valid, in the order of their files' names. */
  competencies: Authored<CompetencyFile>[];
  entities: Authored<EntityFile>[];
  tests: Authored<ConversationTest>[];
  /** What was found while reading: YAML errors, unknown keys, values of a wrong form. */
  findings: Finding[];
}

/** The texts of an assistant's files by their path within the folder, such as `competencies/transfer.yaml`. */
export type AssistantFiles = Readonly<Record<string, string>>;

/**
 * Reads an assistant's folder: `assistant.yaml` and the YAML files directly in `competencies`, `entities` and
 * `tests`. Everything else in it is left alone.
 * @throws the file system's error where a file or folder cannot be read
 */
export async function readAssistant(directory: string): Promise<AuthoredAssistant> {
  const files: Record<string, string> = {};
  const add = async (path: string): Promise<void> => {
    files[path] = await readFile(join(directory, path), 'utf8');
  };
  const top = await readdir(directory);
  for (const name of top) if (/^assistant\.ya?ml$/.test(name)) await add(name);
  for (const folder of ['competencies', 'entities', 'tests']) {
    if (!top.includes(folder)) continue;
    for (const name of await readdir(join(directory, folder))) {
      if (/\.ya?ml$/.test(name)) await add(`${folder}/${name}`);
    }
  }
  return readAssistantFiles(files);
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
  const assistants = read(/^assistant\.ya?ml$/, assistantFile);
  if (!Object.keys(files).some((path) => /^assistant\.ya?ml$/.test(path))) {
    const message = 'add assistant.yaml: the folder has none';
    findings.push({ file: 'assistant.yaml', line: 1, column: 1, severity: 'error', message });
  }
  return {
    assistant: assistants[0] ?? null,
    competencies: read(/^competencies\/[^/]+\.ya?ml$/, competencyFile),
    entities: read(/^entities\/[^/]+\.ya?ml$/, entityFile),
    tests: read(/^tests\/[^/]+\.ya?ml$/, testFile),
    findings,
  };
}
