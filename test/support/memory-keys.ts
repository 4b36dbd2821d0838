import { expect } from 'vitest';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import type { Institution, User } from '../../functions/shared/domain/institutions/directory.ts';
import {
  type ApplicationKey,
  createKey,
  type KeyChanges,
  type KeyCount,
  type KeyStore,
  updateKey,
} from '../../functions/shared/domain/keys/keys.ts';
import { countingBytes, ORIGIN } from './rules.ts';

export const ID = '01234567-89ab-cdef-0123-456789abcdef';
export const NOW_SECONDS = ORIGIN.now / 1000;
export const institution: Institution = {
  name: 'acme',
  displayName: 'Acme',
  allowedKeyScopes: ['query', 'app_read', 'account_read'],
  createdAt: 0,
};
export const user: User = {
  institution: 'acme',
  userId: 'ann',
  scopes: ['query', 'app_read', 'app_write'],
  status: 'active',
  revision: 5,
  createdAt: 0,
};
export const principal: Principal = {
  kind: 'token',
  id: 'token-1',
  institution: 'acme',
  userId: 'ann',
  scopes: ['app_write', 'app_read', 'query'],
  referrers: [],
  grant: 'client_credentials',
};
export const kept: ApplicationKey = {
  id: ID,
  digest: 'd',
  institution: 'acme',
  userId: 'ann',
  name: 'web',
  scopes: ['query'],
  referrers: [],
  createdAt: 1,
  sequence: 1,
};

/** A key store that a test fills and reads, with functions that create and change keys. */
export function memoryKeys() {
  const held = {
    /** How many writes to refuse. */
    refusals: 0,
    context: { institution, user, key: kept, atMost: 1 } as Awaited<ReturnType<KeyStore['readContext']>>,
    listed: [] as ApplicationKey[],
    added: [] as [ApplicationKey, number, AuditEvent][],
    counts: [] as KeyCount[],
    updated: [] as [ApplicationKey, KeyChanges, number, AuditEvent][],
    removed: [] as [string, AuditEvent][],
  };
  const keys: KeyStore = {
    readContext: async (owner, keyId) => {
      const { key, ...rest } = held.context;
      expect(owner).toMatchObject({ institution: 'acme', userId: 'ann' });
      return { ...rest, key: keyId === undefined || keyId !== key?.id ? undefined : key };
    },
    add: async (key, revision, count, event) => {
      held.counts.push(count);
      return held.added.push([key, revision, event]) > held.refusals;
    },
    update: async (key, changes, revision, event) =>
      held.updated.push([key, changes, revision, event]) > held.refusals,
    remove: async (_, keyId, event) => {
      held.removed.push([keyId, event]);
      return held.context.key?.id === keyId;
    },
    list: async () => held.listed,
  };
  let made = 0;
  const deps = {
    keys,
    random: countingBytes(),
    newId: () => `id-${held.added.length}`,
    nextSequence: () => {
      made += 1;
      return made;
    },
  };
  type Input = Parameters<typeof createKey>[2];
  return {
    keys,
    deps,
    held,
    create: (input: Partial<Input> = {}, as: Partial<Principal> = {}) =>
      createKey(deps, { ...principal, ...as }, { name: 'web', referrers: [], ...input }, ORIGIN),
    update: (input: Parameters<typeof updateKey>[3], id = ID, as: Partial<Principal> = {}) =>
      updateKey(keys, { ...principal, ...as }, id, input, ORIGIN),
  };
}

export const NO_SUCH_KEY = {
  code: 'not_found',
  message: 'You have no key with this id. List your keys to see their ids.',
};
