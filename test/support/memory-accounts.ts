import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { Presented } from '../../functions/shared/domain/client-authentication.ts';
import type { Client, Login, User } from '../../functions/shared/domain/directory.ts';
import type { CodeExchangeStore } from '../../functions/shared/domain/exchange-code.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in.ts';
import type { FailureRecord, ThrottleKeys } from '../../functions/shared/domain/throttle.ts';
import type { RevocationStore } from '../../functions/shared/domain/token-status.ts';

/** What the rules of signing in need of a store, over plain lists that a test fills and reads. */
export function memoryAccounts() {
  const clients: Client[] = [];
  const users: User[] = [];
  const logins: Login[] = [];
  const presented = new Map<string, Presented>();
  const failures = new Map<string, FailureRecord>();
  const events: AuditEvent[] = [];
  const revoked: string[] = [];
  const throttleOf = (keys: readonly ThrottleKeys[]) =>
    keys.map(({ source, account }) => ({ source: failures.get(source), account: failures.get(account) }));
  const fail = (key: string, now: number) => {
    const record = failures.get(key);
    failures.set(key, { ...record, failures: (record?.failures ?? 0) + 1, lastFailedAt: now });
  };
  const clientOf = (institution: string, clientId: string) =>
    clients.find((one) => one.clientId === clientId && one.institution === institution);
  const userOf = (institution: string, userId: string | undefined) =>
    users.find((one) => one.userId === userId && one.institution === institution);

  const store: SignInStore & RevocationStore & CodeExchangeStore = {
    async readClientSignIn(ids, keys) {
      const client = ids && clientOf(ids.institution, ids.clientId);
      const user = ids && userOf(ids.institution, ids.userId);
      return { throttle: throttleOf(keys), ...(client && { client }), ...(user && { user }) };
    },
    async readPasswordSignIn(ids, keys) {
      const named = logins.filter(({ userId }) => userId === ids?.username);
      const login =
        ids?.institution === undefined
          ? named.length === 1 && named[0]
          : named.find((one) => one.institution === ids.institution);
      const known = users.some((one) => one.institution === ids?.institution);
      return {
        throttle: throttleOf(keys),
        ...(login && { login }),
        ...(known && ids?.institution !== undefined && { institution: ids.institution }),
      };
    },
    async readClient(ids, digest, keys) {
      const client = ids && clientOf(ids.institution, ids.clientId);
      const found = digest === undefined ? undefined : presented.get(digest);
      return { throttle: throttleOf(keys), ...(client && { client }), ...(found && { presented: found }) };
    },
    readUser: async ({ institution, userId }) => userOf(institution, userId),
    async revokeToken({ digest }, event) {
      revoked.push(digest);
      events.push(event);
    },
    async recordFailure(keys, now) {
      for (const { source, account } of keys) {
        fail(source, now);
        fail(account, now);
      }
    },
    record: async (event) => void events.push(event),
  };
  return { store, clients, users, logins, presented, failures, events, revoked };
}
