import type { Command } from 'commander';
import type { Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { createInstitution } from '../../functions/shared/domain/institutions/operators.ts';
import { readScopes } from '../arguments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  displayName?: string;
  keyScopes?: Scope[];
}

/** `parley institution create NAME` */
export function addInstitutionCreate(parent: Command): void {
  const command = parent
    .command('create')
    .description('add an institution')
    .argument('<name>', '1 to 63 lower-case letters, digits and inner hyphens')
    .option('--display-name <text>', 'a display name (default: the name)')
    .option('--key-scopes <scopes>', 'the scopes that its App-Keys may have (default: all)', readScopes);
  withPlace(command).action(async (name: string, options: Options) => {
    const { displayName, keyScopes } = options;
    const institution = await onPlace(options, (operator) =>
      createInstitution(operator, {
        name,
        ...(displayName === undefined ? {} : { displayName }),
        ...(keyScopes === undefined ? {} : { allowedKeyScopes: keyScopes }),
      }),
    );
    const document = {
      institution: institution.name,
      display_name: institution.displayName,
      key_scopes: institution.allowedKeyScopes.join(' '),
    };
    print(options.json, document, `Created the institution ${institution.name}.`);
  });
}
