import { NO_NAMES, openNames } from '../domain/institutions/business-logic-names.ts';
import { nameStore } from './business-logic-names.ts';
import { deploymentKey } from './deployment-key.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { readSecret } from './secrets-manager.ts';

const readKey = deploymentKey(readSecret);

/** The names, hosts and secrets of an institution's business logic, in any application. */
export async function serversOf(
  institution: string,
): Promise<Record<'addresses' | 'hosts' | 'secrets', ReadonlySet<string>>> {
  const stored = await nameStore(documentClient(), setting('VERSIONS_TABLE')).read(institution);
  const key = { deploymentKey: await readKey(), institution };
  const { everywhere, applications } = (stored && openNames(stored.sealed, key)) ?? NO_NAMES;
  const named = [everywhere, ...Object.values(applications)].flatMap((servers) => Object.entries(servers));
  return {
    addresses: new Set(named.flatMap(([name, { url }]) => (url === undefined ? [] : [name]))),
    hosts: new Set(named.flatMap(([, { url }]) => (url === undefined ? [] : [new URL(url).host]))),
    secrets: new Set(named.flatMap(([name, { secrets }]) => (secrets === undefined ? [] : [name]))),
  };
}
