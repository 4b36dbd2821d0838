import type { AuditAction, AuditEvent } from '../audit.ts';
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

/** Keeps what the names of each institution stand for. */
export interface NameStore {
  /** Strongly consistent. */
  read(institution: string): Promise<SealedNames | undefined>;
  /**
   * Writes the names and the event, or neither.
   * @returns false where someone else has changed `previous` since
   */
  write(
    institution: string,
    next: SealedNames,
    previous: SealedNames | undefined,
    event: AuditEvent,
  ): Promise<boolean>;
}

/** Dependencies of an operator who changes names. Access to the table and to the key is the authority. */
export interface NameDependencies extends OperatorContext {
  businessLogicNames: NameStore;
  deploymentKey: DeploymentKey;
}

/** The place of names: an institution, or one application of it. */
export interface NamesPlace {
  institution: string;
  /** `env_name:app_name`. */
  application?: string;
}

/** Changes of a name; the fields left out stay as they are. */
export interface ServerChange {
  url?: string;
  secret?: string;
  /** If true, no secret but the new one remains. */
  replaceSecrets?: boolean;
}

const MAX_URL_LENGTH = 2048;
/** A query reads them each time, at 4 KB a read unit: some twenty servers are one, and this is four. */
export const MAX_SEALED_BYTES = 16 * 1024;
/** The number of times that a change is tried when someone else was faster. */
const ATTEMPTS = 5;

/**
 * Reads what the names of an institution stand for.
 * @throws {ParleyError} `conflict` where they were sealed with another key of the deployment
 */
export async function readServers(
  { businessLogicNames, deploymentKey }: Pick<NameDependencies, 'businessLogicNames' | 'deploymentKey'>,
  institution: string,
): Promise<BusinessLogicNames> {
  const kept = await businessLogicNames.read(institution);
  return kept === undefined ? NO_NAMES : open(kept, institution, await deploymentKey());
}

/**
 * Sets the address of a name, its secret, or both. A new secret signs beside the one before, until `retireSecret`.
 * @throws {ParleyError} `invalid_request` for what cannot be set; `conflict` where two secrets sign already, or for more
 *   names than can be kept
 */
export async function setServer(
  operator: NameDependencies,
  place: NamesPlace,
  name: string,
  change: ServerChange,
): Promise<void> {
  checkServer(name, change);
  const changed = (['url', 'secret'] as const).filter((field) => change[field] !== undefined);
  await changeNames(operator, place, { action: 'business-logic.set', name, changed }, (servers) => ({
    ...servers,
    [name]: withChange(servers[name] ?? {}, name, change),
  }));
}

/**
 * Ends the change-over of a name's secret: the one before signs no longer.
 * @throws {ParleyError} `conflict` where no two secrets sign
 */
export function retireSecret(operator: NameDependencies, place: NamesPlace, name: string): Promise<void> {
  return changeNames(
    operator,
    place,
    { action: 'business-logic.retire', name, changed: ['secret'] },
    (servers) => {
      const [current, before] = servers[name]?.secrets ?? [];
      if (current === undefined || before === undefined) {
        throw new ParleyError('conflict', `No earlier secret of ${name} signs, so there is none to retire.`);
      }
      return { ...servers, [name]: { ...servers[name], secrets: [current] } };
    },
  );
}

/** @throws {ParleyError} `not_found` where the name stands for nothing */
export function removeServer(operator: NameDependencies, place: NamesPlace, name: string): Promise<void> {
  return changeNames(operator, place, { action: 'business-logic.remove', name }, (servers) => {
    const { [name]: server, ...kept } = servers;
    if (server === undefined) throw new ParleyError('not_found', `${name} stands for nothing here.`);
    return kept;
  });
}

/** Removes everything that an institution's names stand for, also where it cannot be read any more. */
export function removeAllServers(operator: NameDependencies, institution: string): Promise<void> {
  const event = operatorEvent(operator, { action: 'business-logic.remove', institution, target: 'all' });
  return rewrite(operator, institution, event, () => NO_NAMES);
}

async function changeNames(
  operator: NameDependencies,
  { institution, application }: NamesPlace,
  { action, name, changed }: { action: AuditAction; name: string; changed?: string[] },
  change: (servers: NamedServers) => NamedServers,
): Promise<void> {
  if (application !== undefined && !isApplication(application)) {
    throw fieldError('application', 'give it as env_name:app_name, for example prod:bank');
  }
  const target = application === undefined ? name : `${application} ${name}`;
  const event = operatorEvent(operator, { action, institution, target, ...(changed && { changed }) });
  await rewrite(operator, institution, event, (kept, deploymentKey) => {
    const names = kept === undefined ? NO_NAMES : open(kept, institution, deploymentKey);
    if (application === undefined) return { ...names, everywhere: change(names.everywhere) };
    const { [application]: before = {}, ...rest } = names.applications;
    const servers = change(before);
    const isEmpty = Object.keys(servers).length === 0;
    return { ...names, applications: isEmpty ? rest : { ...rest, [application]: servers } };
  });
}

/** Begins again while someone else is faster. */
async function rewrite(
  { businessLogicNames, deploymentKey, random }: NameDependencies,
  institution: string,
  event: AuditEvent,
  change: (kept: SealedNames | undefined, deploymentKey: Uint8Array) => BusinessLogicNames,
): Promise<void> {
  const key = { deploymentKey: await deploymentKey(), institution };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const kept = await businessLogicNames.read(institution);
    const sealed = sealNames(change(kept, key.deploymentKey), key, random(NONCE_BYTES));
    if (sealed.byteLength > MAX_SEALED_BYTES) {
      throw new ParleyError(
        'conflict',
        `${institution} has no room for more names; remove what is not used.`,
      );
    }
    const next = { revision: (kept?.revision ?? 0) + 1, sealed };
    if (await businessLogicNames.write(institution, next, kept, event)) return;
  }
  throw new ParleyError(
    'conflict',
    `The names of ${institution} were changed at the same moment; try again.`,
  );
}

function open({ sealed }: SealedNames, institution: string, deploymentKey: Uint8Array): BusinessLogicNames {
  const names = openNames(sealed, { deploymentKey, institution });
  if (names !== undefined) return names;
  throw new ParleyError(
    'conflict',
    `What the names of ${institution} stand for was sealed with another key of this deployment. ` +
      `Remove all of it (parley bls remove ${institution} --all), then set it again.`,
  );
}

/** @throws {ParleyError} `invalid_request` */
function checkServer(name: string, { url, secret }: ServerChange): void {
  if (!isServerName(name)) throw fieldError('name', 'give a name such as BLS_URL: capitals, digits and "_"');
  if (url === undefined && secret === undefined)
    throw fieldError('name', 'give its address, its secret or both');
  if (url !== undefined && !isServerAddress(url)) {
    throw fieldError(
      'url',
      'give an https address of at most 2,048 characters, or an http one of this machine',
    );
  }
  if (secret !== undefined && readWebhookSecret(secret) === undefined) {
    throw fieldError('secret', 'give whsec_ and the base64 of 24 to 64 bytes');
  }
}

function isServerAddress(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isOwn = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isOwn);
}

/** @throws {ParleyError} `conflict` where two secrets sign already */
function withChange(
  server: NamedServer,
  name: string,
  { url, secret, replaceSecrets }: ServerChange,
): NamedServer {
  return {
    ...server,
    ...(url === undefined ? {} : { url }),
    ...(secret === undefined
      ? {}
      : { secrets: replaceSecrets ? [secret] : withSecret(server, name, secret) }),
  };
}

function withSecret({ secrets = [] }: NamedServer, name: string, secret: string): readonly string[] {
  const [current, before] = secrets;
  if (current === undefined) return [secret];
  if (current === secret) return secrets;
  if (before === undefined) return [secret, current];
  throw new ParleyError(
    'conflict',
    `Two secrets of ${name} sign already: retire the earlier one, or replace both.`,
  );
}
