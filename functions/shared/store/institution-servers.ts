import { NO_NAMES, openNames } from '../domain/institutions/business-logic-names.ts';
import { nameStore } from './business-logic-names.ts';
import { deploymentKey } from './deployment-key.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { readSecret } from './secrets-manager.ts';

const readKey = deploymentKey(readSecret);

/**
 * The names and secrets of an institution's business logic, in any application, and the hosts that operators have set.
 */
export async function serversOf(
  institution: string,
): Promise<Record<'addresses' | 'hosts' | 'secrets', ReadonlySet<string>>> {
  const stored = await nameStore(documentClient(), setting('VERSIONS_TABLE')).read(institution);
  const key = { deploymentKey: await readKey(), institution };
  const { everywhere, applications } = (stored && openNames(stored.sealed, key)) ?? NO_NAMES;
  const named = [everywhere, ...Object.values(applications)].flatMap((servers) => Object.entries(servers));
  return {
    addresses: new Set(named.flatMap(([name, { url }]) => (url === undefined ? [] : [name]))),
    // The address behind a name is called only if it is public, if its name says so. An address in a draft is called
    // by the deployment's rule.
    hosts: new Set(
      named.flatMap(([, { url, isPublicOnly }]) =>
        url === undefined || isPublicOnly ? [] : [new URL(url).host],
      ),
    ),
    secrets: new Set(named.flatMap(([name, { secrets }]) => (secrets === undefined ? [] : [name]))),
  };
}
