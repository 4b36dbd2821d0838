import { InvalidArgumentError } from 'commander';
import type { Grant } from '../functions/shared/domain/credentials/principal.ts';
import { ALL_ROLES, isRole, ROLES, type Role } from '../functions/shared/domain/credentials/roles.ts';
import { ALL_SCOPES, parseScopes, type Scope } from '../functions/shared/domain/credentials/scopes.ts';
import { CommandFailed } from './output.ts';

const GRANTS: readonly Grant[] = ['client_credentials', 'password', 'authorization_code'];

/** Reads a list of scopes separated by spaces or commas. */
export function readScopes(text: string): Scope[] {
  const { scopes, unknown } = parseScopes(text.replaceAll(',', ' '));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `Unknown scopes: ${unknown.join(', ')}. The scopes are ${ALL_SCOPES.join(', ')}.`,
    );
  }
  return scopes;
}

/** Reads the name of a role. */
export function readRole(text: string): Role {
  if (isRole(text)) return text;
  throw new InvalidArgumentError(`The roles are ${ALL_ROLES.join(', ')}.`);
}

/**
 * The scopes that a command gives, as a list or as a role.
 * @throws {CommandFailed} for both
 */
export function givenScopes({ scopes, role }: { scopes?: Scope[]; role?: Role }): Scope[] | undefined {
  if (role === undefined) return scopes;
  if (scopes !== undefined) throw new CommandFailed('Give --scopes or --role, not both.');
  return [...ROLES[role]];
}

/** Reads a percentage above 0 and below 100; a trailing % is allowed. */
export function readPercentage(text: string): number {
  const percent = /^\d{1,2}(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : 0;
  if (percent <= 0) throw new InvalidArgumentError('Use a percentage above 0 and below 100.');
  return percent;
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Reads a duration such as `90m`, `24h` or `7d` into seconds; `0` means none, `until-dropped` unlimited. */
export function readKeepTime(text: string): number | 'until_dropped' {
  if (text === 'until-dropped') return 'until_dropped';
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) {
    throw new InvalidArgumentError('Use a duration such as 90m, 24h or 7d, or `until-dropped`.');
  }
  return Number(count) * SECONDS[unit as keyof typeof SECONDS];
}

/** Reads a list of grants separated by spaces or commas. */
export function readGrants(text: string): Grant[] {
  const names = text.split(/[ ,]+/).filter((name) => name !== '');
  const grants = GRANTS.filter((grant) => names.includes(grant));
  if (grants.length !== new Set(names).size)
    throw new InvalidArgumentError(`The grants are ${GRANTS.join(', ')}.`);
  return grants;
}
