import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { AccessToken } from '../../functions/shared/domain/credentials/credentials.ts';
import type { Client, User } from '../../functions/shared/domain/institutions/directory.ts';
import type { TokenStore } from '../../functions/shared/domain/oauth/issue-token.ts';
import type { SecretUses } from '../../functions/shared/domain/oauth/secret-uses.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in/sign-in.ts';
import type { SourceRecord } from '../../functions/shared/domain/sign-in/throttle.ts';

/** Maximum number of stored tokens and events, so that a long run does not measure garbage collection. */
const KEPT = 1000;

/** The token endpoint's ports over maps: everything of the real store except durability. For benchmarks only. */
export function createMemoryStore(
  client: Client,
  user: User,
): { signIns: SignInStore; tokens: TokenStore; secretUses: SecretUses } {
  const tallies = new Map<string, SourceRecord>();
  const tokens = new Map<string, AccessToken>();
  const events: AuditEvent[] = [];
  let recorded = 0;
  const record = (event: AuditEvent) => {
    events[recorded % KEPT] = event;
    recorded += 1;
  };
  const count = (key: string, now: number) => {
    const { attempts, forgiven } = tallies.get(key) ?? { attempts: 0, forgiven: 0 };
    tallies.set(key, { attempts: attempts + 1, forgiven, lastAt: now });
  };

  return {
    secretUses: { secretUsed: async () => undefined },
    signIns: {
      async readClientSignIn(ids, throttleKey) {
        const record = tallies.get(throttleKey);
        return {
          ...(record && { record }),
          ...(ids?.institution === client.institution && { institution: client.institution }),
          ...(ids?.clientId === client.clientId && { client }),
          ...(ids?.userId === user.userId && { user }),
        };
      },
      async readPasswordSignIn() {
        return { records: {} };
      },
      async reserve(reservation, now) {
        for (const { key } of reservation.tallies) count(key, now);
        return true;
      },
      async succeed(success, now) {
        for (const { key } of success.tallies) {
          const attempts = tallies.get(key)?.attempts ?? 0;
          tallies.set(key, { attempts, forgiven: attempts, lastAt: now, signedInAt: now });
        }
      },
      async record(event) {
        record(event);
      },
    },
    tokens: {
      async add(token, _, event) {
        tokens.set(token.digest, token);
        if (tokens.size > KEPT) tokens.delete(tokens.keys().next().value ?? '');
        record(event);
        return true;
      },
      async takeBack(token, event) {
        tokens.delete(token.digest);
        record(event);
      },
    },
  };
}
