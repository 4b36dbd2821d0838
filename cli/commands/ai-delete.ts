import type { Command } from 'commander';
import { deleteVersion } from '../../functions/shared/domain/versions/versions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { recordVersionEvent } from '../version-events.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai delete VERSION --institution NAME` */
export function addAiDelete(parent: Command): void {
  const command = parent
    .command('delete')
    .description('delete an AI version that serves nothing; sessions that began with it continue')
    .argument('<version>', 'the UUID of the AI version')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (versionId: string, options: Options) => {
    const { institution } = options;
    await onPlace(options, async (operator) => {
      await deleteVersion(operator.versions, institution, versionId);
      await recordVersionEvent(operator, 'version.delete', { institution, versionId });
    });
    print(options.json, { institution, deleted: versionId }, `Deleted ${versionId}.`);
  });
}
