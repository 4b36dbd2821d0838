import type { Command } from 'commander';
import { publishFolder } from '../operator.ts';
import { print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai publish FOLDER --institution NAME` */
export function addAiPublish(parent: Command): void {
  const command = parent
    .command('publish')
    .description(
      'compile and train an assistant, and keep it as an AI version; the same content is the same one',
    )
    .argument('<folder>', 'the folder with assistant.yaml')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (folder: string, options: Options) => {
    const { institution } = options;
    let last = '';
    const { version, created } = await onPlace(options, (operator) =>
      publishFolder(operator, folder, institution, ({ stage, done }) => {
        if (stage !== last) tell(`${Math.round(done * 100)} % (${stage})`);
        last = stage;
      }),
    );
    const document = {
      institution,
      ai_version: version.id,
      name: version.name,
      created,
      content_hash: version.contentHash,
      artifact_bytes: version.artifactBytes,
      languages: version.languages.supported,
      created_at: version.createdAt,
    };
    const lines = created
      ? `Published ${version.name} as ${version.id}.`
      : `Nothing has changed: this is ${version.id} of ${version.createdAt}.`;
    print(options.json, document, lines);
  });
}
