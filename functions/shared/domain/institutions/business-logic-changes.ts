import type { AuditEvent } from '../audit.ts';
import type { DeploymentKey } from '../deployment-key.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { NONCE_BYTES } from '../sealing.ts';
import { isApplication } from '../versions/versions.ts';
import {
  type BusinessLogicNames,
  isServerName,
  type NamedServer,
  type NamedServers,
  NO_NAMES,
  openNames,
  type SealedNames,
  sealNames,
} from './business-logic-names.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';
import { readWebhookSecret } from './webhook-secret.ts';

/** Stores each institution's business-logic names with their addresses and secrets. */
export interface NameStore {
  /** Strongly consistent. */
  read(institution: string): Promise<SealedNames | undefined>;
  /**
   * Writes the names and the event atomically.
   * @returns false if someone else has changed the names since `previous` was read
   */
  write(
    institution: string,
    next: SealedNames,
    previous: SealedNames | undefined,
    event: AuditEvent,
  ): Promise<boolean>;
}

/**
 * Dependencies of those who change names: operators, whose authority is access to the table and the key, and users with
 * the scope `business_logic_write`.
 */
export interface NameDependencies extends OperatorContext {
  businessLogicNames: NameStore;
  deploymentKey: DeploymentKey;
  /** Completes the event of a change; default: an operator did it. */
  eventOf?: (what: NameEvent) => AuditEvent;
}

/** The event of a change, without who made it and when. */
type NameEvent = Pick<AuditEvent, 'action' | 'institution' | 'target' | 'changed' | 'hosts'> & {
  outcome: 'done';
};

/** The scope of names: an institution, or one of its applications. */
export interface NamesPlace {
  institution: string;
  /** `env_name:app_name`. */
  application?: string;
}

/** Changes to a name; omitted fields stay unchanged. */
export interface ServerChange {
  url?: string;
  /** If true, the ranges that the deployment allows do not open private networks to `url`. */
  isPublicOnly?: boolean;
  secret?: string;
  /** If true, the new secret replaces all earlier ones. */
  replaceSecrets?: boolean;
}

const MAX_URL_LENGTH = 2048;
/** Every query reads the names, at 4 KB per read unit. About twenty servers take one unit; this limit is four units. */
export const MAX_SEALED_BYTES = 16 * 1024;
/** How often a change is attempted when other changes interfere. */
const ATTEMPTS = 5;

/**
 * Reads the addresses and secrets of an institution's business-logic names.
 * @throws {ParleyError} `conflict` if they were sealed with another deployment key
 */
export async function readServers(
  { businessLogicNames, deploymentKey }: Pick<NameDependencies, 'businessLogicNames' | 'deploymentKey'>,
  institution: string,
): Promise<BusinessLogicNames> {
  const kept = await businessLogicNames.read(institution);
  return kept === undefined ? NO_NAMES : open(kept, institution, await deploymentKey());
}

/**
 * Sets a name's address, secret or both. A new secret signs together with the earlier one until `retireSecret`.
 * @throws {ParleyError} `invalid_request` for invalid values; `conflict` if two secrets already sign, or if there is no
 * room for more names
 */
export async function setServer(
  operator: NameDependencies,
  place: NamesPlace,
  name: string,
  change: ServerChange,
): Promise<void> {
  checkServer(name, change);
  const changed = (['url', 'secret'] as const).filter((field) => change[field] !== undefined);
  await changeNames(operator, place, { action: 'business-logic.set', name, changed }, (server = {}) =>
    withChange(server, name, change),
  );
}

/**
 * Ends the rotation of a name's secret: only the new secret signs from now on.
 * @throws {ParleyError} `conflict` if only one secret signs
 */
export function retireSecret(operator: NameDependencies, place: NamesPlace, name: string): Promise<void> {
  return changeNames(
    operator,
    place,
    { action: 'business-logic.retire', name, changed: ['secret'] },
    (server) => {
      const [current, before] = server?.secrets ?? [];
      if (current === undefined || before === undefined) {
        throw new ParleyError('conflict', `${name} has no earlier secret to retire.`);
      }
      return { ...server, secrets: [current] };
    },
  );
}

/** @throws {ParleyError} `not_found` if the name is not set */
export function removeServer(operator: NameDependencies, place: NamesPlace, name: string): Promise<void> {
  return changeNames(operator, place, { action: 'business-logic.remove', name }, (server) => {
    if (server === undefined) throw new ParleyError('not_found', `${name} is not set here.`);
    return undefined;
  });
}

/** Removes all of an institution's names, even if they can no longer be decrypted. */
export function removeAllServers(operator: NameDependencies, institution: string): Promise<void> {
  const event = operatorEvent(operator, { action: 'business-logic.remove', institution, target: 'all' });
  return rewrite(operator, institution, () => ({ names: NO_NAMES, event }));
}

async function changeNames(
  operator: NameDependencies,
  { institution, application }: NamesPlace,
  { action, name, changed }: Pick<NameEvent, 'action' | 'changed'> & { name: string },
  change: (server: NamedServer | undefined) => NamedServer | undefined,
): Promise<void> {
  if (application !== undefined && !isApplication(application)) {
    throw fieldError('application', 'use the form env_name:app_name, for example prod:bank');
  }
  const target = application === undefined ? name : `${application} ${name}`;
  const eventOf = operator.eventOf ?? ((what: NameEvent) => operatorEvent(operator, what));
  await rewrite(operator, institution, (kept, deploymentKey) => {
    const names = kept === undefined ? NO_NAMES : open(kept, institution, deploymentKey);
    const servers = application === undefined ? names.everywhere : names.applications[application];
    const before = servers?.[name];
    const after = change(before);
    const hosts = changedHosts(before, after);
    const what = { action, outcome: 'done', institution, target } as const;
    return {
      names: withServer(names, application, name, after),
      event: eventOf({ ...what, ...(changed && { changed }), ...(hosts && { hosts }) }),
    };
  });
}

/** The hosts of a name's address before and after; undefined if the address has not changed. */
function changedHosts(before: NamedServer = {}, after: NamedServer = {}): AuditEvent['hosts'] {
  if (before.url === after.url) return undefined;
  return {
    ...(before.url !== undefined && { before: new URL(before.url).host }),
    ...(after.url !== undefined && { after: new URL(after.url).host }),
  };
}

function withServer(
  { everywhere, applications }: BusinessLogicNames,
  application: string | undefined,
  name: string,
  server: NamedServer | undefined,
): BusinessLogicNames {
  const changedIn = ({ [name]: _, ...kept }: NamedServers): NamedServers =>
    server === undefined ? kept : { ...kept, [name]: server };
  if (application === undefined) return { everywhere: changedIn(everywhere), applications };
  const { [application]: before = {}, ...rest } = applications;
  const servers = changedIn(before);
  const isEmpty = Object.keys(servers).length === 0;
  return { everywhere, applications: isEmpty ? rest : { ...rest, [application]: servers } };
}

/** Retries while other changes interfere. */
async function rewrite(
  { businessLogicNames, deploymentKey, random }: NameDependencies,
  institution: string,
  change: (
    kept: SealedNames | undefined,
    deploymentKey: Uint8Array,
  ) => { names: BusinessLogicNames; event: AuditEvent },
): Promise<void> {
  const key = { deploymentKey: await deploymentKey(), institution };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const kept = await businessLogicNames.read(institution);
    const { names, event } = change(kept, key.deploymentKey);
    const sealed = sealNames(names, key, random(NONCE_BYTES));
    if (sealed.byteLength > MAX_SEALED_BYTES) {
      throw new ParleyError('conflict', `${institution} has no room for more names. Remove unused ones.`);
    }
    const next = { revision: (kept?.revision ?? 0) + 1, sealed };
    if (await businessLogicNames.write(institution, next, kept, event)) return;
  }
  throw new ParleyError(
    'conflict',
    `The names of ${institution} were changed at the same moment. Try again.`,
  );
}

function open({ sealed }: SealedNames, institution: string, deploymentKey: Uint8Array): BusinessLogicNames {
  const names = openNames(sealed, { deploymentKey, institution });
  if (names !== undefined) return names;
  throw new ParleyError(
    'conflict',
    `The names of ${institution} were encrypted with another deployment key and cannot be read. ` +
      `Remove them (parley bls remove ${institution} --all), then set them again.`,
  );
}

/** @throws {ParleyError} `invalid_request` */
function checkServer(name: string, { url, secret }: ServerChange): void {
  if (!isServerName(name))
    throw fieldError('name', 'use BLS_ followed by capital letters, digits and "_", for example BLS_URL');
  if (url === undefined && secret === undefined)
    throw fieldError('name', 'give an address, a secret or both');
  if (url !== undefined && !isServerAddress(url)) {
    throw fieldError(
      'url',
      'use an https address of at most 2,048 characters, or an http address of this machine',
    );
  }
  if (secret !== undefined && readWebhookSecret(secret) === undefined) {
    throw fieldError('secret', 'use whsec_ followed by 24 to 64 bytes in base64');
  }
}

function isServerAddress(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isOwn = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isOwn);
}

/** @throws {ParleyError} `conflict` if two secrets already sign */
function withChange(
  { url: urlBefore, isPublicOnly: wasPublicOnly, ...server }: NamedServer,
  name: string,
  { url, isPublicOnly = false, secret, replaceSecrets }: ServerChange,
): NamedServer {
  const address = url === undefined ? { url: urlBefore, isPublicOnly: wasPublicOnly } : { url, isPublicOnly };
  return {
    ...(address.url !== undefined && { url: address.url }),
    ...(address.isPublicOnly && { isPublicOnly: true }),
    ...server,
    ...(secret !== undefined && {
      secrets: replaceSecrets ? [secret] : withSecret(server, name, secret),
    }),
  };
}

function withSecret({ secrets = [] }: NamedServer, name: string, secret: string): readonly string[] {
  const [current, before] = secrets;
  if (current === undefined) return [secret];
  if (current === secret) return secrets;
  if (before === undefined) return [secret, current];
  throw new ParleyError(
    'conflict',
    `${name} already has two secrets: retire the earlier one, or replace both.`,
  );
}
