import type { Command } from 'commander';
import { retireSecret } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import { SECRET_NAME } from '../business-logic-names.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  application?: string;
  name: string;
}

/** `parley bls retire INSTITUTION` */
export function addBlsRetire(parent: Command): void {
  const command = parent
    .command('retire')
    .description('stop signing with the earlier secret, once the server knows the new one')
    .argument('<institution>', 'the institution')
    .option('--application <env:app>', 'only for this application')
    .option('--name <name>', 'the name of the secret', SECRET_NAME);
  withPlace(command).action(async (institution: string, options: Options) => {
    const { application, name } = options;
    const place = { institution, ...(application === undefined ? {} : { application }) };
    await onPlace(options, (operator) => retireSecret(operator, place, name));
    const document = { institution, application: application ?? null, retired: name };
    print(options.json, document, `The earlier secret of ${name} no longer signs calls.`);
  });
}
