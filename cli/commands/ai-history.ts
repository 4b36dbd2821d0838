import type { Command } from 'commander';
import { assignmentDocument, servedBy } from '../assignments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley ai history APPLICATION --institution NAME` */
export function addAiHistory(parent: Command): void {
  const command = parent
    .command('history')
    .description(
      'list the versions that have served an application, since when and assigned by whom, latest first',
    )
    .argument('<application>', 'env_name:app_name, or default')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (target: string, options: Options) => {
    const { institution } = options;
    const history = await onPlace(options, ({ versions }) => versions.listHistory(institution, target));
    history.reverse();
    const lines = history.map((assignment) => {
      const back = assignment.restores === undefined ? '' : `  (restores ${assignment.restores})`;
      return `${assignment.revision}  ${assignment.assignedAt}  ${assignment.assignedBy}  ${servedBy(assignment)}${back}`;
    });
    const none = `Nothing has served ${target} yet.`;
    const document = { institution, application: target, history: history.map(assignmentDocument) };
    print(options.json, document, lines.length === 0 ? none : lines.join('\n'));
  });
}
