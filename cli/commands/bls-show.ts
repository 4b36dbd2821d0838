import type { Command } from 'commander';
import { readServers } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import {
  type ListedName,
  listedNames,
} from '../../functions/shared/domain/institutions/business-logic-names.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley bls show INSTITUTION` */
export function addBlsShow(parent: Command): void {
  const command = parent
    .command('show')
    .description('show the business-logic names of an institution, with fingerprints of secrets')
    .argument('<institution>', 'the institution');
  withPlace(command).action(async (institution: string, options: PlaceOptions) => {
    const names = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return listedNames(await readServers(operator, institution));
    });
    const none = `${institution} has no business-logic names yet: parley bls set --help`;
    print(options.json, { institution, names }, names.length === 0 ? none : names.map(line).join('\n'));
  });
}

function line({ application, name, url, secrets: [current, before] }: ListedName): string {
  return [
    application === null ? name : `${application} ${name}`,
    ...(url === null ? [] : [url]),
    ...(current === undefined ? [] : [`secret ${current}`]),
    ...(before === undefined ? [] : [`earlier secret ${before}, until it is retired`]),
  ].join('  ');
}
