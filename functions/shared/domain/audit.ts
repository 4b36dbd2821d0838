import type { Principal } from './credentials/principal.ts';
import type { Scope } from './credentials/scopes.ts';

/** The kinds of events in the audit trail. */
export type AuditAction =
  | 'token.issue'
  | 'token.revoke'
  | 'token.introspect'
  | 'code.issue'
  | 'credential.use'
  | 'key.create'
  | 'key.update'
  | 'key.delete'
  | 'institution.create'
  | 'institution.set'
  | 'institution.suspend'
  | 'institution.resume'
  | 'institution.delete'
  | 'user.create'
  | 'user.disable'
  | 'user.enable'
  | 'user.set-password'
  | 'user.set-scopes'
  | 'client.create'
  | 'client.set'
  | 'client.rotate-secret'
  | 'client.drop-secret'
  | 'client.disable'
  | 'client.enable'
  | 'throttle.lift'
  | 'session.begin'
  | 'session.end'
  | 'consent.withdraw'
  | 'end-user.erase'
  | 'business-logic.set'
  | 'business-logic.retire'
  | 'business-logic.remove'
  | 'version.publish'
  | 'version.delete'
  | 'version.note'
  | 'version.assign'
  | 'version.roll-back'
  | 'draft.write'
  | 'draft.accept'
  | 'draft.delete'
  | 'draft.publish'
  | 'draft.test'
  | 'webhook.add'
  | 'webhook.rotate'
  | 'webhook.retire'
  | 'webhook.remove';

/** Who acted, by ids only. */
export interface AuditActor {
  kind: 'user' | 'client' | 'token' | 'key' | 'operator';
  /** A client's id, a key's id, the first 16 hex digits of a token's digest, or an operator's name. */
  id?: string;
  /** The user for whom it was done; absent if unknown. */
  userId?: string;
}

/**
 * One event of the audit trail. Contains ids, field names and outcomes, never a secret or text that a caller chose,
 * except the hosts of business logic.
 */
export interface AuditEvent {
  /** Epoch milliseconds. */
  at: number;
  action: AuditAction;
  /** If `refused`, `reason` has the error code. */
  outcome: 'done' | 'refused';
  reason?: string;
  /** The institution whose trail has the event; `NO_INSTITUTION` if the request names no known institution. */
  institution: string;
  actor: AuditActor;
  /** The source address of the connection; absent for operators. */
  sourceIp?: string;
  requestId: string;
  /** The id of the created, changed or deleted thing. */
  target?: string;
  /** The names of the fields that were changed. */
  changed?: string[];
  /** The application whose version was changed, or `default`. */
  application?: string;
  /** The percentage of end users who got a version as a canary. */
  percent?: number;
  /** The hosts of a business-logic address that was changed, with their ports; absent where none was or is set. */
  hosts?: { before?: string; after?: string };
  /** The scopes that a user or a key was given. */
  scopes?: Scope[];
}

/** Actions that change nothing of the institution: on tokens, sessions and consents, and tests. */
const UNCHANGING: readonly AuditAction[] = [
  'token.issue',
  'token.revoke',
  'token.introspect',
  'code.issue',
  'credential.use',
  'session.begin',
  'session.end',
  'consent.withdraw',
  'draft.test',
];

/** True if something of the institution was changed. People read these events as one list. */
export const isChange = ({ action, outcome }: Pick<AuditEvent, 'action' | 'outcome'>): boolean =>
  outcome === 'done' && !UNCHANGING.includes(action);

/** Port for events that belong to no change. The event of a change is written in the change's transaction. */
export interface AuditTrail {
  record(event: AuditEvent): Promise<void>;
}

/** Port for reading: an institution's events of one UTC day, in order of time. */
export interface AuditReader {
  read(institution: string, day: string): Promise<AuditEvent[]>;
}

/** A page of changes, and where the next page begins; `next` is absent on the last page. */
export interface ChangePage {
  events: AuditEvent[];
  next?: string;
}

/** Port for reading an institution's changes, latest first. */
export interface ChangeReader {
  /**
   * @param page at most `limit` events before the place `before`, which an earlier page gave as `next`
   * @throws {ParleyError} `invalid_request` if `before` is no such place
   */
  changes(
    institution: string,
    page: { limit: number; before: string | undefined; now: number },
  ): Promise<ChangePage>;
}

/** The origin of a request, recorded in each of its events. */
export interface RequestOrigin {
  sourceIp: string;
  requestId: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The trail of events without an institution. No institution can have this name. */
export const NO_INSTITUTION = '-';

/** The event of an action that a credential took or was refused. */
export function credentialEvent(
  principal: Principal,
  { sourceIp, requestId, now }: RequestOrigin,
  what: Omit<AuditEvent, 'at' | 'institution' | 'actor' | 'sourceIp' | 'requestId'>,
): AuditEvent {
  return {
    at: now,
    ...what,
    institution: principal.institution,
    actor: { kind: principal.kind, id: principal.id, userId: principal.userId },
    sourceIp,
    requestId,
  };
}

/** Tries to record a refusal. The refusal stands even if recording fails. */
export async function recordRefusal(trail: AuditTrail, event: AuditEvent): Promise<void> {
  await trail.record(event).catch(() => undefined);
}

/** The audit event of a client's action on its own credentials. */
export const clientEvent = (
  { clientId, institution }: { clientId: string; institution: string },
  { sourceIp, requestId, now }: RequestOrigin,
  what: Pick<AuditEvent, 'action' | 'reason' | 'target'>,
): AuditEvent => ({
  at: now,
  ...what,
  outcome: 'done',
  institution,
  actor: { kind: 'client', id: clientId },
  sourceIp,
  requestId,
});
