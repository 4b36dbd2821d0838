import type { Command } from 'commander';
import { setDefaultVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { DEFAULT_TARGET } from '../../functions/shared/domain/versions/versions.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { recordVersionEvent } from '../version-events.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai default [VERSION] --institution NAME` */
export function addAiDefault(parent: Command): void {
  const command = parent
    .command('default')
    .description('show or set the AI version for queries that name neither a version nor an application')
    .argument('[version]', 'the UUID of the new default AI version')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (versionId: string | undefined, options: Options) => {
    const { institution } = options;
    const assignment = await onPlace(options, async (operator) => {
      if (versionId === undefined) return operator.versions.findAssignment(institution, DEFAULT_TARGET);
      const set = await setDefaultVersion(operator, { institution, versionId, assignedBy: operator.name });
      const what = { institution, versionId, application: DEFAULT_TARGET };
      await recordVersionEvent(operator, 'version.assign', what);
      return set;
    });
    if (assignment === undefined) {
      throw new CommandFailed(`${institution} has no default version. Set one: parley ai default VERSION.`);
    }
    const document = {
      institution,
      ai_version: assignment.versionId,
      revision: assignment.revision,
      assigned_at: assignment.assignedAt,
      assigned_by: assignment.assignedBy,
    };
    print(options.json, document, `${assignment.versionId} is the default of ${institution}.`);
  });
}
