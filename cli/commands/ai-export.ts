import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { readVersionSources } from '../sources.ts';

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
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) {
      throw new CommandFailed(`${folder} is not empty. Choose another folder.`);
    }
    const root = path.resolve(folder);
    for (const [name, bytes] of Object.entries(sources)) {
      const file = path.resolve(root, name);
      if (!file.startsWith(root + path.sep)) throw new CommandFailed(`${name} is outside the folder.`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    const files = Object.keys(sources);
    print(
      options.json,
      { institution, ai_version: versionId, folder, files },
      `Wrote ${files.length} files to ${folder}.`,
    );
  });
}
