import { expect } from 'vitest';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { Client, Directory, User } from '../../functions/shared/domain/institutions/directory.ts';
import type { PasswordDependencies } from '../../functions/shared/domain/institutions/operators.ts';
import type {
  OwnedCredential,
  UserChange,
  UserId,
} from '../../functions/shared/domain/institutions/user-changes.ts';
import type { ClientDependencies } from '../../functions/shared/domain/oauth/token-sweep.ts';
import { CLIENT, countingBytes } from './rules.ts';

export const NOW = Date.UTC(2030, 0, 1);
export const ANN = { institution: 'acme', userId: 'ann' };
export const CLIENT_ID = `acme.${'x'.repeat(20)}`;

/** A token that lives one more second. */
export const token = (id: string, clientId?: string): OwnedCredential => ({
  kind: 'token',
  id,
  digest: id,
  scopes: ['query', 'app_read'],
  expiresAt: NOW / 1000 + 1,
  ...(clientId === undefined ? {} : { clientId }),
});

export const key = (id: string): OwnedCredential => ({
  kind: 'key',
  id,
  digest: id,
  scopes: ['query', 'app_read'],
});

/** The stores for changing users and clients, over lists that a test fills and reads. */
export function memoryOwners() {
  const held = {
    user: {
      ...ANN,
      username: 'ann',
      scopes: ['query', 'app_read'],
      status: 'active',
      revision: 2,
      createdAt: 0,
    } as User | undefined,
    owned: {
      ann: [token('t1'), key('k1'), token('t2', CLIENT_ID)],
      bob: [token('b1', CLIENT_ID), key('k2')],
    } as Record<string, OwnedCredential[]>,
    client: { ...CLIENT, clientId: CLIENT_ID, secretDigest: 'c'.repeat(64), revision: 4 } as Client,
    /** What was done, in order. */
    done: [] as unknown[],
    events: [] as AuditEvent[],
    /** How many narrowings and client changes fail because of a concurrent change. */
    overtaken: 0,
    /** How many users' credentials are being read now, and the maximum so far. */
    reading: { now: 0, most: 0 },
  };
  const operator: ClientDependencies & PasswordDependencies = {
    now: () => NOW,
    random: countingBytes(),
    directory: {
      readInstitution: async (name) =>
        name === 'acme'
          ? { name, displayName: 'The Acme bank', allowedKeyScopes: [], createdAt: 0 }
          : undefined,
      readClient: async (_, clientId) => (clientId === CLIENT_ID ? held.client : undefined),
      changeClient: async ({ clientId }, change, event) => {
        held.done.push(['change client', clientId, change]);
        held.overtaken -= 1;
        if (held.overtaken >= 0) return false;
        held.events.push(event);
        return true;
      },
    } as Directory,
    isCommonPassword: (password) => password === 'password1',
    consents: {
      withdraw: async ({ userId }, clientId, event) => {
        held.done.push(['withdraw', userId, clientId]);
        held.events.push(event);
      },
      forget: async ({ userId }, clientId) => void held.done.push(['forget', userId, clientId]),
    },
    audit: { record: async (event) => void held.events.push(event) },
    users: {
      read: async () => held.user,
      change: async ({ userId }, change: UserChange, event) => {
        held.done.push(['change', userId, change]);
        if (event !== undefined) held.events.push(event);
        const { passwordHash: _hash, ...rest } = change;
        return held.user && { ...held.user, ...rest };
      },
      users: async function* (institution) {
        for (const userId of Object.keys(held.owned)) yield { institution, userId };
      },
      credentials: async function* ({ userId }: UserId) {
        const { reading, owned } = held;
        reading.now += 1;
        reading.most = Math.max(reading.most, reading.now);
        await Promise.resolve();
        yield* owned[userId] ?? [];
        reading.now -= 1;
      },
      narrow: async (_, credential, scopes) => {
        held.done.push(['narrow', credential.id, scopes]);
        held.overtaken -= 1;
        if (held.overtaken >= 0) return false;
        credential.scopes = scopes;
        return true;
      },
      suspend: async ({ id }, suspended) => void held.done.push(['suspend', id, suspended]),
      revoke: async ({ userId }, { id }) => {
        held.done.push(['revoke', userId, id]);
        held.owned[userId] = (held.owned[userId] ?? []).filter((credential) => credential.id !== id);
      },
    },
  };
  return { held, operator };
}

/** The audit event of an operator's action. */
export const operatorEventOf = (action: string, target = 'ann') => ({
  at: NOW,
  action,
  outcome: 'done',
  institution: 'acme',
  target,
  actor: { kind: 'operator', id: 'operator' },
  requestId: expect.any(String),
});
