import type { Command } from 'commander';
import { publishFolder } from '../../authoring/publish.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { progressOn } from '../progress.ts';
import { recordVersionEvent } from '../version-events.ts';

interface Options extends PlaceOptions {
  institution: string;
  requireTests?: boolean;
}

/** `parley ai publish FOLDER --institution NAME` */
export function addAiPublish(parent: Command): void {
  const command = parent
    .command('publish')
    .description(
      'compile and train an assistant and publish it as an AI version; the same content gives the same version',
    )
    .argument('<folder>', 'the folder with assistant.yaml')
    .requiredOption('--institution <name>', 'the institution')
    .option('--require-tests', 'publish only if the conversation tests of the folder pass');
  withPlace(command).action(async (folder: string, options: Options) => {
    const { institution, requireTests = false } = options;
    const { version, created, weights } = await onPlace(options, async (operator) => {
      const published = await publishFolder(operator, folder, institution, {
        requireTests,
        onProgress: progressOn(process.stderr),
      });
      await recordVersionEvent(operator, 'version.publish', { institution, versionId: published.version.id });
      return published;
    });
    const document = {
      institution,
      ai_version: version.id,
      name: version.name,
      created,
      content_hash: version.contentHash,
      artifact_bytes: version.artifactBytes,
      section_bytes: weights,
      ...version.provenance,
      languages: version.languages.supported,
      created_at: version.createdAt,
    };
    const lines = created
      ? `Published ${version.name} as ${version.id}: ${weighed(version.artifactBytes, weights)}.`
      : `Nothing has changed: this is version ${version.id}, published ${version.createdAt}.`;
    print(options.json, document, lines);
  });
}

/** For example `1.2 MB (intents.en 0.5 MB, faq.help 0.1 MB)`, largest section first. */
function weighed(total: number, weights: Readonly<Record<string, number>>): string {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 2 : 1)} MB`;
  const parts = Object.entries(weights).sort(([, a], [, b]) => b - a);
  return `${megabytes(total)} (${parts.map(([name, bytes]) => `${name} ${megabytes(bytes)}`).join(', ')})`;
}
