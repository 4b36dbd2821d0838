import type { Command } from 'commander';
import {
  removeAllServers,
  removeServer,
} from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  application?: string;
  name?: string;
  all?: boolean;
}

/** `parley bls remove INSTITUTION --name NAME | --all` */
export function addBlsRemove(parent: Command): void {
  const command = parent
    .command('remove')
    .description('remove a name; from the next call on, calls that need it fail')
    .argument('<institution>', 'the institution')
    .option('--application <env:app>', 'only for this application')
    .option('--name <name>', 'the name')
    .option('--all', 'every name of the institution, in all applications');
  withPlace(command).action(async (institution: string, options: Options) => {
    const { application, name, all = false } = options;
    if ((name === undefined) === !all) throw new CommandFailed('Use --name or --all.');
    if (all && application !== undefined) throw new CommandFailed('--application requires --name.');
    const place = { institution, ...(application === undefined ? {} : { application }) };
    await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      await (name === undefined
        ? removeAllServers(operator, institution)
        : removeServer(operator, place, name));
    });
    const removed = name ?? 'all names';
    const document = { institution, application: application ?? null, removed: name ?? null };
    print(options.json, document, `Removed ${removed} from ${[institution, application].join(' ').trim()}.`);
  });
}
