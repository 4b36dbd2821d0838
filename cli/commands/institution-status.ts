import type { Command } from 'commander';
import {
  resumeInstitution,
  suspendInstitution,
} from '../../functions/shared/domain/institutions/institutions.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley institution suspend NAME`, and `resume` */
export function addInstitutionStatus(parent: Command): void {
  add(parent, 'suspend', 'suspended', {
    description:
      'suspend an institution: it cannot sign in, use keys or query, and all its tokens are revoked',
    change: suspendInstitution,
  });
  add(parent, 'resume', 'active', {
    description: 'end a suspension: users who were active are active again, and their keys work',
    change: resumeInstitution,
  });
}

function add(
  parent: Command,
  name: string,
  status: 'suspended' | 'active',
  { description, change }: { description: string; change: typeof suspendInstitution },
): void {
  const command = parent.command(name).description(description).argument('<name>', 'the institution');
  withPlace(command).action(async (institution: string, options: PlaceOptions) => {
    const users = await onPlace(options, (operator) => change(operator, institution));
    const counted = users === 1 ? '1 user' : `${users} users`;
    print(options.json, { institution, status, users }, `${institution} is now ${status}, with ${counted}.`);
  });
}
