import type { Command } from 'commander';
import {
  CONTENT_KINDS,
  type ContentCounts,
  deleteInstitution,
} from '../../functions/shared/domain/institutions/institution-deletion.ts';
import { requireSuspended } from '../../functions/shared/domain/institutions/institutions.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  confirm?: string;
}

/** `parley institution delete NAME [--confirm NAME]` */
export function addInstitutionDelete(parent: Command): void {
  const command = parent
    .command('delete')
    .description('show what a suspended institution has; with --confirm, delete all of it permanently')
    .argument('<name>', 'the institution')
    .option('--confirm <name>', 'repeat the name to delete it');
  withPlace(command).action(async (name: string, options: Options) => {
    const { confirm, json } = options;
    if (confirm !== undefined && confirm !== name) {
      throw new CommandFailed(`--confirm ${confirm} is not ${name}: nothing was deleted.`);
    }
    const counts = await onPlace(options, async (operator) => {
      await requireSuspended(operator, name);
      return confirm === undefined ? operator.contents.count(name) : deleteInstitution(operator, name);
    });
    const document = { institution: name, deleted: confirm !== undefined, contents: counts };
    const told =
      confirm === undefined
        ? `Nothing was deleted. To delete all of it permanently: parley institution delete ${name} --confirm ${name}`
        : `${name} is deleted. Its audit trail is kept, and its name cannot be used again.`;
    print(json, document, [...linesOf(counts), told].join('\n'));
  });
}

const linesOf = (counts: ContentCounts): string[] =>
  CONTENT_KINDS.map((kind) => `${counts[kind]}  ${kind.replaceAll('_', ' ')}`);
