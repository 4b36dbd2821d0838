import type { Command } from 'commander';
import { diffAssistants, formatDifference } from '../../authoring/diff.ts';
import { type AuthoredAssistant, readAssistantSources } from '../../authoring/read.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { isUuid } from '../../functions/shared/domain/versions/versions.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { readVersionSources } from '../sources.ts';

interface Options extends PlaceOptions {
  institution?: string;
}

/** `parley ai diff A B` */
export function addAiDiff(parent: Command): void {
  const command = parent
    .command('diff')
    .description('compare two assistants: states, utterances, transitions, texts')
    .argument('<a>', 'the UUID of an AI version, or a folder')
    .argument('<b>', 'the UUID or folder to compare it with')
    .option('--institution <name>', 'the institution; required for UUIDs');
  withPlace(command).action(async (a: string, b: string, options: Options) => {
    const differences = diffAssistants(await readSide(a, options), await readSide(b, options));
    const lines = differences.map(formatDifference);
    print(options.json, { a, b, differences }, lines.length === 0 ? 'Nothing differs.' : lines.join('\n'));
  });
}

async function readSide(side: string, options: Options): Promise<AuthoredAssistant> {
  if (!isUuid(side)) return readAssistant(side);
  const { institution } = options;
  if (institution === undefined) throw new CommandFailed('The UUID of a version requires --institution.');
  const sources = await onPlace(options, ({ artifacts }) => readVersionSources(artifacts, institution, side));
  return readAssistantSources(sources);
}
