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
    .description('let a name stand for nothing: calls that need it are not made, from the next one on')
    .argument('<institution>', 'the institution')
    .option('--application <env:app>', 'only of this application')
    .option('--name <name>', 'the name')
    .option('--all', 'every name of the institution, of all applications');
  withPlace(command).action(async (institution: string, options: Options) => {
    const { application, name, all = false } = options;
    if ((name === undefined) === !all) throw new CommandFailed('Give --name or --all.');
    if (all && application !== undefined) throw new CommandFailed('Give --application with --name.');
    const place = { institution, ...(application === undefined ? {} : { application }) };
    await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      await (name === undefined
        ? removeAllServers(operator, institution)
        : removeServer(operator, place, name));
    });
    const removed = name ?? 'all names';
    const document = { institution, application: application ?? null, removed: name ?? null };
    print(options.json, document, `Removed ${removed} of ${[institution, application].join(' ').trim()}.`);
  });
}
