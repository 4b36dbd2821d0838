import { formatFinding } from '../authoring/findings.ts';
import type { AssistantSources } from '../authoring/read.ts';
import { readSources } from '../authoring/read-folder.ts';
import type { DraftChanges, DraftFiles } from '../functions/shared/domain/drafts/drafts.ts';
import { CommandFailed } from './output.ts';

/**
 * The texts of an assistant's folder, in the form that drafts store.
 * @throws {CommandFailed} for a link out of the folder, or a file that is not UTF-8 text
 */
export async function readDraftFolder(folder: string): Promise<DraftFiles> {
  const { files, findings } = await readSources(folder);
  if (findings.length > 0) throw new CommandFailed(findings.map(formatFinding).join('\n'));
  if (Object.keys(files).length === 0) {
    throw new CommandFailed(
      `${folder} has no files of an assistant. Use the folder that contains assistant.yaml.`,
    );
  }
  return textsOf(files);
}

function textsOf(files: AssistantSources): DraftFiles {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const texts = Object.entries(files).map(([path, bytes]) => {
    try {
      return [path, decoder.decode(bytes)];
    } catch {
      throw new CommandFailed(`${path} is not UTF-8 text, so a draft cannot keep it.`);
    }
  });
  return Object.fromEntries(texts);
}

/** The changes that turn `before` into `after`. */
export const changesBetween = (before: DraftFiles, after: DraftFiles): DraftChanges =>
  Object.fromEntries([
    ...Object.keys(before).flatMap((path) => (Object.hasOwn(after, path) ? [] : [[path, null]])),
    ...Object.entries(after).filter(([path, text]) => before[path] !== text),
  ]);
