import type { Command } from 'commander';
import { rollBack } from '../../functions/shared/domain/versions/assignments.ts';
import { assignmentDocument, servedBy } from '../assignments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { recordVersionEvent } from '../version-events.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai rollback APPLICATION --institution NAME` */
export function addAiRollback(parent: Command): void {
  const command = parent
    .command('rollback')
    .description('restore what served an application before; repeat to go back further')
    .argument('<application>', 'env_name:app_name, or default')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (target: string, options: Options) => {
    const { institution } = options;
    const assignment = await onPlace(options, async (operator) => {
      const restored = await rollBack(operator, { institution, target, assignedBy: operator.name });
      const what = { institution, versionId: restored.versionId, application: target };
      await recordVersionEvent(operator, 'version.roll-back', what);
      return restored;
    });
    print(
      options.json,
      assignmentDocument(assignment),
      `${target} is served by ${servedBy(assignment)} again.`,
    );
  });
}
