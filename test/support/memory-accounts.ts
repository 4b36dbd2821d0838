import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { Client, Login, User } from '../../functions/shared/domain/institutions/directory.ts';
import type { Presented } from '../../functions/shared/domain/oauth/client-authentication.ts';
import type { Consent } from '../../functions/shared/domain/oauth/consents.ts';
import type { CodeExchangeStore } from '../../functions/shared/domain/oauth/exchange-code.ts';
import type { RevocationStore } from '../../functions/shared/domain/oauth/token-status.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in/sign-in.ts';
import { memoryAttempts } from './memory-attempts.ts';

/** The store for sign-in rules, over lists that a test fills and reads. */
export function memoryAccounts() {
  const clients: Client[] = [];
  const users: User[] = [];
  const logins: Login[] = [];
  const consents: Consent[] = [];
  const presented = new Map<string, Presented>();
  const institutions = ['acme'];
  const { store: attempts, tallies, buckets } = memoryAttempts();
  const events: AuditEvent[] = [];
  const revoked: string[] = [];
  const recordOf = (key: string) => {
    const record = tallies.get(key);
    return record && { record };
  };
  const institutionOf = (name: string | undefined) =>
    name !== undefined && institutions.includes(name) ? { institution: name } : {};
  const clientOf = (institution: string, clientId: string) =>
    clients.find((client) => client.clientId === clientId && client.institution === institution);
  const userOf = (institution: string, userId: string | undefined) =>
    users.find((user) => user.userId === userId && user.institution === institution);

  const store: SignInStore & RevocationStore & CodeExchangeStore = {
    ...attempts,
    async readClientSignIn(ids, key) {
      const client = ids && clientOf(ids.institution, ids.clientId);
      const user = ids && userOf(ids.institution, ids.userId);
      return {
        ...recordOf(key),
        ...institutionOf(ids?.institution),
        ...(client && { client }),
        ...(user && { user }),
      };
    },
    async readPasswordSignIn(ids, keys) {
      const named = logins.filter(({ userId }) => userId === ids?.username);
      const login =
        ids?.institution === undefined
          ? named.length === 1 && named[0]
          : named.find((login) => login.institution === ids.institution);
      const [account, source] = [buckets.get(keys.account), buckets.get(keys.source)];
      const [name, ofUser] = [tallies.get(keys.name), tallies.get(keys.named ?? '')];
      return {
        records: {
          ...(account && { account }),
          ...(source && { source }),
          ...(name && { name }),
          ...(ofUser && { named: ofUser }),
        },
        ...institutionOf(ids?.institution),
        ...(login && { login }),
      };
    },
    async readClient(ids, digest, key) {
      const client = ids && clientOf(ids.institution, ids.clientId);
      const credential = digest === undefined ? undefined : presented.get(digest);
      return {
        ...recordOf(key),
        ...institutionOf(ids?.institution),
        ...(client && { client }),
        ...(credential && { presented: credential }),
      };
    },
    readGrounds: async ({ institution, userId, clientId }) => {
      const user = userOf(institution, userId);
      const consent = consents.find((given) => given.clientId === clientId);
      return { ...(user && { user }), ...(consent && { consent }) };
    },
    async revokeToken({ digest }, event) {
      revoked.push(digest);
      events.push(event);
    },
    record: async (event) => void events.push(event),
  };
  return {
    store,
    institutions,
    clients,
    users,
    logins,
    consents,
    presented,
    tallies,
    buckets,
    events,
    revoked,
  };
}
