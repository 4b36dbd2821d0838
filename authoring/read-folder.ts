import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AuthoringError, type Finding } from './findings.ts';
import { contentsOf } from './folder.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from './read.ts';
import { FAQ_PATH } from './read-faq.ts';
import { RECORDING_PATH } from './read-recordings.ts';

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
  const { files, findings } = await readSources(
    directory,
    (path) => recordings || !RECORDING_PATH.test(path),
  );
  const authored = readAssistantSources(files);
  return { ...authored, findings: [...findings, ...authored.findings] };
}

/** `assistant.yaml` alone, as `readAssistant` has it: null where it cannot be read. @throws as that does */
export async function readSettings(directory: string): Promise<AuthoredAssistant['assistant']> {
  return readAssistantSources((await readSources(directory, isSettings)).files).assistant;
}

/**
 * The bytes of the files that `readAssistant` reads, and what is found about where they lie.
 * @param isWanted leaves out others of them
 * @throws as that does
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
    ? `${file} is a file. Give the folder that holds it: ${dirname(file)}`
    : `${file} is a file. Give the folder that holds assistant.yaml.`;

/** The names that an assistant has in the folder itself. */
const OWN_NAMES = /^(?:assistant\.ya?ml|competencies|entities|tests|faq)$/;

const isSettings = (path: string): boolean => SETTINGS_PATH.test(path);
const SETTINGS_PATH = /^assistant\.ya?ml$/;

const OWN_PATHS = [
  SETTINGS_PATH,
  /^(?:competencies|entities|tests)\/[^/]+\.ya?ml$/,
  RECORDING_PATH,
  FAQ_PATH,
];

/** True where a path within an assistant's folder, with forward slashes, is of one of the assistant's own files. */
export const isOwnPath = (path: string): boolean => OWN_PATHS.some((pattern) => pattern.test(path));
