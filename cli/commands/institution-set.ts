import { type Command, Option } from 'commander';
import { setDefaultExternalUser } from '../../functions/shared/domain/query-settings.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  defaultExternalUser: 'credential' | 'none';
}

/** `parley institution set NAME --default-external-user credential|none` */
export function addInstitutionSet(parent: Command): void {
  const who = new Option(
    '--default-external-user <who>',
    'who asks where a query has no external_user_id: the user of its credential, or nobody, so that it is refused',
  );
  const command = parent
    .command('set')
    .description('say what callers may leave out of a query, from the next one on')
    .argument('<name>', 'the institution')
    .addOption(who.choices(['credential', 'none']).makeOptionMandatory());
  withPlace(command).action(async (name: string, options: Options) => {
    const asks = options.defaultExternalUser === 'credential' ? 'credential' : null;
    await onPlace(options, async (operator) => {
      await operator.requireInstitution(name);
      await setDefaultExternalUser(operator, name, asks);
    });
    const said =
      asks === null
        ? `Queries of ${name} without external_user_id are refused.`
        : `Queries of ${name} without external_user_id are their credential’s user’s.`;
    print(options.json, { institution: name, default_external_user: asks }, said);
  });
}
