import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AuthoringError } from './findings.ts';
import { contentsOf } from './folder.ts';
import { type AuthoredAssistant, readAssistantSources } from './read.ts';
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
