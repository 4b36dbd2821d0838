import type { Command } from 'commander';
import { assignVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { isUuid } from '../../functions/shared/domain/versions/versions.ts';
import { readPercentage } from '../arguments.ts';
import { assignmentDocument, servedBy } from '../assignments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { recordVersionEvent } from '../version-events.ts';

interface Options extends PlaceOptions {
  institution: string;
  canary?: number;
}

/** `parley ai assign APPLICATION VERSION --institution NAME`; both arguments may be in either order. */
export function addAiAssign(parent: Command): void {
  const command = parent
    .command('assign')
    .description('assign an AI version to an application')
    .argument('<application>', 'env_name:app_name')
    .argument('<version>', 'the UUID of the AI version')
    .requiredOption('--institution <name>', 'the institution')
    .option('--canary <percent>', 'only for this percentage of users, always the same ones', readPercentage);
  withPlace(command).action(async (first: string, second: string, options: Options) => {
    const [target, versionId] = isUuid(first) ? [second, first] : [first, second];
    const { institution, canary: canaryPercent } = options;
    const assignment = await onPlace(options, async (operator) => {
      const assigned = await assignVersion(operator, {
        institution,
        target,
        versionId,
        assignedBy: operator.name,
        ...(canaryPercent === undefined ? {} : { canaryPercent }),
      });
      await recordVersionEvent(operator, 'version.assign', {
        institution,
        versionId,
        application: target,
        ...(canaryPercent === undefined ? {} : { percent: canaryPercent }),
      });
      return assigned;
    });
    print(options.json, assignmentDocument(assignment), `${target} is served by ${servedBy(assignment)}.`);
  });
}
