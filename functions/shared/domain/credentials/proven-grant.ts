import { ParleyError } from '../errors.ts';
import type { Principal } from './principal.ts';

/**
 * Refuses App-Keys, which pages and phones may hold, and tokens of the code grant, which live in browsers. What is made
 * here outlives the credential, so a leaked one must not make it.
 * @param act what the caller wants to do, in the infinitive
 * @throws {ParleyError} `bearer_token_required`
 */
export function requireProvenGrant({ grant }: Pick<Principal, 'grant'>, act: string): void {
  if (grant === 'client_credentials' || grant === 'password') return;
  throw new ParleyError(
    'bearer_token_required',
    `To ${act}, send a Bearer token obtained with the client credentials or password grant.`,
  );
}
