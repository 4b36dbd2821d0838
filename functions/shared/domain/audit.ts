import type { Principal } from './credentials/principal.ts';

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
  | 'version.assign'
  | 'version.roll-back';

/** The actor of an event, by ids only. */
export interface AuditActor {
  kind: 'user' | 'client' | 'token' | 'key' | 'operator';
  /** A client's id, a key's id, the first 16 hex digits of a token's digest, an operator's name. */
  id?: string;
  /** The user as whom it was done; absent where none is known. */
  userId?: string;
}

/** One event of the audit trail. It holds ids, names of fields and outcomes: never a secret, nor text that a caller chose. */
export interface AuditEvent {
  /** Epoch milliseconds. */
  at: number;
  action: AuditAction;
  /** `refused` with the code of the refusal as `reason`. */
  outcome: 'done' | 'refused';
  reason?: string;
  /** The institution whose trail the event is in; `NO_INSTITUTION` where what was claimed names none. */
  institution: string;
  actor: AuditActor;
  /** The address of the connection; absent for operators, who are on none. */
  sourceIp?: string;
  requestId: string;
  /** The id of what was made, changed or deleted. */
  target?: string;
  /** The names of the fields that were changed. */
  changed?: string[];
}

/** The port of events that stand alone; those of a change are written in the transaction of the change. */
export interface AuditTrail {
  record(event: AuditEvent): Promise<void>;
}

/** The port of reading: an institution's events of one day (UTC), in the order of time. */
export interface AuditReader {
  read(institution: string, day: string): Promise<AuditEvent[]>;
}

/** The origin of a request, as every event of it names it. */
export interface RequestOrigin {
  sourceIp: string;
  requestId: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The trail of what belongs to no institution. None can have this name. */
export const NO_INSTITUTION = '-';

/** Says what a credential did, or was refused. */
export function credentialEvent(
  principal: Principal,
  { sourceIp, requestId, now }: RequestOrigin,
  what: Pick<AuditEvent, 'action' | 'outcome' | 'reason' | 'target' | 'changed'>,
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

/** Writes a refusal as well as it goes: what is refused stays refused, whether its event can be written or not. */
export async function recordRefusal(trail: AuditTrail, event: AuditEvent): Promise<void> {
  await trail.record(event).catch(() => undefined);
}

/** Says what a client did by its own credentials. */
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
