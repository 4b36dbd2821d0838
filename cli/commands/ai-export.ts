import type { Command } from 'commander';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { readVersionSources } from '../sources.ts';
import { writeFolder } from '../write-folder.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai export VERSION FOLDER --institution NAME` */
export function addAiExport(parent: Command): void {
  const command = parent
    .command('export')
    .description('write the folder from which an AI version was published')
    .argument('<version>', 'the UUID of the AI version')
    .argument('<folder>', 'the target folder; created if needed, must be empty')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (versionId: string, folder: string, options: Options) => {
    const { institution } = options;
    const sources = await onPlace(options, ({ artifacts }) =>
      readVersionSources(artifacts, institution, versionId),
    );
    await writeFolder(folder, sources);
    const files = Object.keys(sources);
    print(
      options.json,
      { institution, ai_version: versionId, folder, files },
      `Wrote ${files.length} files to ${folder}.`,
    );
  });
}
