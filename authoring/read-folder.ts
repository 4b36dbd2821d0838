import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  isOwnPath,
  RECORDING_PATH,
  SETTINGS_PATH,
} from '../functions/shared/domain/drafts/assistant-paths.ts';
import { AuthoringError, type Finding } from './findings.ts';
import { contentsOf } from './folder.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from './read.ts';

/**
 * Reads an assistant's folder: `assistant.yaml`, the YAML files directly in `competencies`, `entities` and `tests`,
 * recordings in `tests/recorded`, and the documents in `faq`. Everything else is ignored. A link to a file outside the
 * folder is not read and is reported.
 * @param options.recordings false skips recordings
 * @throws {AuthoringError} if it is a file, not a folder
 * @throws the file system's error if a file or folder cannot be read
 */
export async function readAssistant(
  directory: string,
  { recordings = true }: { recordings?: boolean } = {},
): Promise<AuthoredAssistant> {
  const { files, findings } = await readSources(
    directory,
    (path) => recordings || !RECORDING_PATH.test(path),
  );
  const authored = readAssistantSources(files);
  return { ...authored, findings: [...findings, ...authored.findings] };
}

/** Reads only `assistant.yaml`: null if it is invalid. @throws as `readAssistant` */
export async function readSettings(directory: string): Promise<AuthoredAssistant['assistant']> {
  return readAssistantSources((await readSources(directory, isSettings)).files).assistant;
}

/**
 * The bytes of the files that `readAssistant` reads, with findings about their location.
 * @param isWanted selects among them
 * @throws as `readAssistant`
 */
export async function readSources(
  directory: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<{ files: AssistantSources; findings: Finding[] }> {
  if ((await stat(directory)).isFile()) throw new AuthoringError(whichFolder(directory), []);
  const contents = await contentsOf(directory, {
    isNamed: (name) => OWN_NAMES.test(name),
    isFile: isOwnPath,
  });
  const files: Record<string, Uint8Array> = {};
  for (const [path, place] of contents.files) if (isWanted(path)) files[path] = await readFile(place);
  return { files, findings: contents.findings };
}

const whichFolder = (file: string): string =>
  /^assistant\.ya?ml$/.test(basename(file))
    ? `${file} is a file. Use the folder that contains it: ${dirname(file)}`
    : `${file} is a file. Use the folder that contains assistant.yaml.`;

/** Names of an assistant's files and folders at the top level. */
const OWN_NAMES = /^(?:assistant\.ya?ml|competencies|entities|tests|faq)$/;

const isSettings = (path: string): boolean => SETTINGS_PATH.test(path);
