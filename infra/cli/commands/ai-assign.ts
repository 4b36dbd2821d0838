import type { Command } from 'commander';
import { assignVersion } from '../../../functions/shared/domain/versions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai assign VERSION APPLICATION --institution NAME` */
export function addAiAssign(parent: Command): void {
  const command = parent
    .command('assign')
    .description('let an AI version serve an application')
    .argument('<version>', 'the UUID of the AI version')
    .argument('<application>', 'env_name:app_name')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (versionId: string, application: string, options: Options) => {
    const { institution } = options;
    const assignment = await onPlace(options, (operator) =>
      assignVersion(operator, { institution, target: application, versionId, assignedBy: operator.name }),
    );
    const document = {
      institution,
      application,
      ai_version: assignment.versionId,
      revision: assignment.revision,
      assigned_at: assignment.assignedAt,
      assigned_by: assignment.assignedBy,
    };
    print(options.json, document, `${assignment.versionId} serves ${application}.`);
  });
}
