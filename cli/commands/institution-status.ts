import type { Command } from 'commander';
import { resumeInstitution, suspendInstitution } from '../../functions/shared/domain/institutions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley institution suspend NAME`, and `resume` */
export function addInstitutionStatus(parent: Command): void {
  const suspend = parent
    .command('suspend')
    .description('refuse an institution: no sign-in, no key, no query, and every token is gone')
    .argument('<name>', 'the institution');
  withPlace(suspend).action(async (name: string, options: PlaceOptions) => {
    const users = await onPlace(options, (operator) => suspendInstitution(operator, name));
    print(
      options.json,
      { institution: name, status: 'suspended', users },
      `${name} is suspended, with ${counted(users)}.`,
    );
  });
  const resume = parent
    .command('resume')
    .description('end a suspension: who was active is so again, and their keys work')
    .argument('<name>', 'the institution');
  withPlace(resume).action(async (name: string, options: PlaceOptions) => {
    const users = await onPlace(options, (operator) => resumeInstitution(operator, name));
    print(
      options.json,
      { institution: name, status: 'active', users },
      `${name} is active again, with ${counted(users)}.`,
    );
  });
}

const counted = (users: number): string => (users === 1 ? '1 user' : `${users} users`);
