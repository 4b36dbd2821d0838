import type { AuditAction, AuditActor, AuditEvent } from '../audit.ts';
import { networkOf } from './throttle.ts';

/** Refused sign-ins to one account from one source. */
export interface FailedSignIns {
  /** The client, or the user if the user name exists. */
  account: AuditActor;
  /** The source: an IPv4 address, or the first 64 bits of an IPv6 address. */
  source: string;
  failures: number;
  /** Failures by reason. */
  reasons: Record<string, number>;
  /** Epoch milliseconds. */
  firstAt: number;
  lastAt: number;
}

const SIGN_INS: readonly AuditAction[] = ['token.issue', 'token.introspect', 'token.revoke', 'code.issue'];

/**
 * Groups refusals by account and source, most refusals first, then the earliest.
 * @param events in order of time
 */
export function failedSignIns(events: readonly AuditEvent[]): FailedSignIns[] {
  const groups = new Map<string, FailedSignIns>();
  for (const event of events) {
    if (event.outcome !== 'refused' || !SIGN_INS.includes(event.action)) continue;
    const account = accountOf(event.actor);
    const source = networkOf(event.sourceIp ?? '');
    const key = JSON.stringify([account.kind, account.id, account.userId, source]);
    const group = groups.get(key) ?? {
      account,
      source,
      failures: 0,
      reasons: {},
      firstAt: event.at,
      lastAt: event.at,
    };
    const reason = event.reason ?? 'unknown';
    group.failures += 1;
    group.reasons[reason] = (group.reasons[reason] ?? 0) + 1;
    group.lastAt = event.at;
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => right.failures - left.failures);
}

/** A client's sign-ins count for the client, whichever user it names. */
function accountOf(actor: AuditActor): AuditActor {
  if (actor.kind !== 'client') return actor;
  const { userId: _, ...client } = actor;
  return client;
}
