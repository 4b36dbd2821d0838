import { InvalidArgumentError } from 'commander';
import type { Grant } from '../../functions/shared/domain/principal.ts';
import { ALL_SCOPES, parseScopes, type Scope } from '../../functions/shared/domain/scopes.ts';

const GRANTS: readonly Grant[] = ['client_credentials', 'password', 'authorization_code'];

/** Reads a list of scopes, between spaces or commas. */
export function readScopes(text: string): Scope[] {
  const { scopes, unknown } = parseScopes(text.replaceAll(',', ' '));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`unknown: ${unknown.join(', ')}. Scopes are ${ALL_SCOPES.join(', ')}.`);
  }
  return scopes;
}

/** Reads a list of grants, between spaces or commas. */
export function readGrants(text: string): Grant[] {
  const names = text.split(/[ ,]+/).filter((name) => name !== '');
  const grants = GRANTS.filter((grant) => names.includes(grant));
  if (grants.length !== new Set(names).size)
    throw new InvalidArgumentError(`Grants are ${GRANTS.join(', ')}.`);
  return grants;
}
