import { type AuditEvent, NO_INSTITUTION } from '../audit.ts';
import { isExpired, toSeconds } from '../clock.ts';
import { clientSecretDigest, newClientSecret } from '../credentials/secrets.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { type ClientDependencies, ofEveryUser, sweepTokens } from '../oauth/token-sweep.ts';
import { type Client, type ClientChange, institutionOfClientId, type Status } from './directory.ts';
import { operatorEvent } from './operator-events.ts';
import { requireClientSettings } from './operators.ts';
import { narrowOwned } from './user-changes.ts';

/** Settings of a client to change; omitted ones stay unchanged. */
export type ClientSettings = Partial<
  Pick<Client, 'displayName' | 'redirectUris' | 'grants' | 'scopes' | 'requiresPkce'>
>;

/**
 * Changes a client's settings. Codes issued before become invalid, and a removed scope is removed from the client's
 * tokens, which otherwise stay valid. After a partial failure, the same call completes it.
 * @throws {ParleyError} `not_found`; `invalid_request` for settings that this kind of client cannot have; `conflict` if
 * tokens kept changing
 */
export async function setClient(
  operator: ClientDependencies,
  clientId: string,
  settings: ClientSettings,
): Promise<Client> {
  const changed = Object.keys(settings);
  if (changed.length === 0) throw fieldError('settings', 'give at least one setting');
  const event = eventOf(operator, clientId, { action: 'client.set', changed });
  const client = await changeClient(operator, clientId, event, (read) => {
    requireClientSettings({ ...read, ...settings });
    return { ...settings, revision: read.revision + 1 };
  });
  if (settings.scopes === undefined) return client;
  const { users, now } = operator;
  await ofEveryUser(users, client.institution, (user) =>
    narrowOwned({ users, now }, user, client.scopes, (token) => token.clientId === clientId),
  );
  return client;
}

/**
 * Disables or re-enables a client. A disabled client gets no code and no token, even for sign-ins and codes in
 * progress, and its tokens are revoked. After a partial failure, the same call completes it.
 * @returns how many tokens were revoked
 * @throws {ParleyError} `not_found`
 */
export async function setClientStatus(
  operator: ClientDependencies,
  clientId: string,
  status: Status,
): Promise<number> {
  const event = eventOf(operator, clientId, {
    action: status === 'disabled' ? 'client.disable' : 'client.enable',
  });
  const { institution } = await changeClient(operator, clientId, event, ({ revision }) => ({
    status,
    revision: revision + 1,
  }));
  return status === 'active' ? 0 : sweepTokens(operator, { institution, clientId });
}

/** How long a former secret may stay valid beside its successor: a quarter of a year. */
export const MAX_KEEP_SECONDS = 92 * 24 * 3600;

/**
 * Gives a client a new secret. The former secret is refused from the next request on, or stays valid for
 * `keepSeconds`, or with `until_dropped` until `dropFormerSecret`. Tokens and codes stay valid.
 * @param keep how long the former secret stays valid; default 0
 * @returns the secret, which is stored nowhere
 * @throws {ParleyError} `not_found`, also for a public client; `conflict` if two secrets are already valid and the
 * former is to stay
 */
export async function rotateClientSecret(
  operator: ClientDependencies,
  clientId: string,
  keep: number | 'until_dropped' = 0,
): Promise<string> {
  const secret = newClientSecret(operator.random);
  if (keep !== 'until_dropped' && !(Number.isInteger(keep) && keep >= 0 && keep <= MAX_KEEP_SECONDS)) {
    throw fieldError('keep_old', `use 0 to ${MAX_KEEP_SECONDS} seconds`);
  }
  const event = eventOf(operator, clientId, { action: 'client.rotate-secret' });
  await changeClient(operator, clientId, event, (client) => {
    const { secretDigest } = client;
    if (secretDigest === undefined) throw noSecret(clientId);
    if (keep !== 0 && livingFormerSecret(client, operator.now()) !== undefined) {
      throw new ParleyError('conflict', `${clientId} already has two secrets. Drop the former one first.`);
    }
    const ends = keep === 'until_dropped' ? {} : { endsAt: toSeconds(operator.now()) + keep };
    return {
      secretDigest: clientSecretDigest(secret),
      formerSecret: keep === 0 ? null : { digest: secretDigest, ...ends },
    };
  });
  return secret;
}

/**
 * Ends a rotation: the former secret is refused from the next request on. Tokens and codes stay valid.
 * @throws {ParleyError} `not_found`, or `conflict` if there is no valid former secret
 */
export async function dropFormerSecret(operator: ClientDependencies, clientId: string): Promise<void> {
  const event = eventOf(operator, clientId, { action: 'client.drop-secret' });
  await changeClient(operator, clientId, event, (client) => {
    if (livingFormerSecret(client, operator.now()) === undefined) {
      throw new ParleyError('conflict', `${clientId} has no former secret that is still valid.`);
    }
    return { formerSecret: null };
  });
}

/** The former secret, if it is still valid. */
export const livingFormerSecret = ({ formerSecret }: Client, now: number) =>
  formerSecret?.endsAt !== undefined && isExpired(formerSecret.endsAt, now) ? undefined : formerSecret;

/** Reads a client and writes the changed one; retries if someone else changed it meanwhile. */
export async function changeClient(
  { directory }: Pick<ClientDependencies, 'directory'>,
  clientId: string,
  event: AuditEvent,
  change: (client: Client) => ClientChange,
): Promise<Client> {
  for (;;) {
    const client = await findClient({ directory }, clientId);
    const changes = change(client);
    if (await directory.changeClient(client, changes, event)) return applied(client, changes);
  }
}

function applied(
  { formerSecret, ...client }: Client,
  { formerSecret: kept = formerSecret, ...changes }: ClientChange,
): Client {
  return { ...client, ...changes, ...(kept ? { formerSecret: kept } : {}) };
}

/** @throws {ParleyError} `not_found` */
export async function findClient(
  { directory }: Pick<ClientDependencies, 'directory'>,
  clientId: string,
): Promise<Client> {
  const institution = institutionOfClientId(clientId);
  const client = institution === undefined ? undefined : await directory.readClient(institution, clientId);
  if (client !== undefined) return client;
  throw new ParleyError('not_found', `There is no client ${clientId}.`);
}

const noSecret = (clientId: string): ParleyError =>
  new ParleyError('not_found', `${clientId} is a public client, which has no secret.`);

const eventOf = (
  operator: ClientDependencies,
  clientId: string,
  what: Pick<AuditEvent, 'action' | 'changed'>,
): AuditEvent =>
  operatorEvent(operator, {
    ...what,
    institution: institutionOfClientId(clientId) ?? NO_INSTITUTION,
    target: clientId,
  });
