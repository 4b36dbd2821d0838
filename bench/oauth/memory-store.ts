import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { AccessToken } from '../../functions/shared/domain/credentials.ts';
import type { Client, User } from '../../functions/shared/domain/directory.ts';
import type { TokenStore } from '../../functions/shared/domain/issue-token.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in.ts';
import type { FailureRecord } from '../../functions/shared/domain/throttle.ts';

/** The most tokens and events that are kept, so that a long run does not measure the collector. */
const KEPT = 1000;

/** The token endpoint's ports over maps: everything that the durable store does, but durability. For the bench only. */
export function createMemoryStore(client: Client, user: User): { signIns: SignInStore; tokens: TokenStore } {
  const failures = new Map<string, FailureRecord>();
  const tokens = new Map<string, AccessToken>();
  const events: AuditEvent[] = [];
  let recorded = 0;
  const record = (event: AuditEvent) => {
    events[recorded % KEPT] = event;
    recorded += 1;
  };
  const fail = (key: string, now: number) =>
    failures.set(key, { failures: (failures.get(key)?.failures ?? 0) + 1, lastFailedAt: now });

  return {
    signIns: {
      async readClientSignIn(ids, keys) {
        const throttle = keys.map(({ source, account }) => ({
          source: failures.get(source),
          account: failures.get(account),
        }));
        return {
          throttle,
          ...(ids?.clientId === client.clientId && { client }),
          ...(ids?.userId === user.userId && { user }),
        };
      },
      async readPasswordSignIn(_, keys) {
        return { throttle: keys.map(() => ({ source: undefined, account: undefined })) };
      },
      async recordFailure(keys, now) {
        for (const { source, account } of keys) {
          fail(source, now);
          fail(account, now);
        }
      },
      async record(event) {
        record(event);
      },
    },
    tokens: {
      async add(token, { success = [] }, event) {
        tokens.set(token.digest, token);
        if (tokens.size > KEPT) tokens.delete(tokens.keys().next().value ?? '');
        for (const { key } of success) {
          failures.set(key, { failures: 0, lastFailedAt: 0, signedInAt: token.issuedAt });
        }
        record(event);
        return true;
      },
    },
  };
}
