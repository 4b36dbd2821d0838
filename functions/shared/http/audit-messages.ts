import * as z from 'zod/mini';
import type { AuditEvent, ChangePage } from '../domain/audit.ts';
import { ALL_ROLES, roleOf } from '../domain/credentials/roles.ts';
import { formatScopes } from '../domain/credentials/scopes.ts';

/** A change in an institution. */
const change = z.object({
  at: z.string(),
  /** What was done, for example `version.assign`. */
  action: z.string(),
  /** The id of what was created, changed or deleted. */
  target: z.nullable(z.string()),
  /** The application whose version was changed, or `default`. */
  application: z.nullable(z.string()),
  /** The percentage of its end users who got the version as a canary. */
  percent: z.nullable(z.number()),
  /** The hosts of a changed business-logic address, with their ports; null if there was or is none. */
  host_before: z.nullable(z.string()),
  host: z.nullable(z.string()),
  /** The scopes that a user or a key was given, and the role that has exactly these. */
  scopes: z.nullable(z.string()),
  role: z.nullable(z.enum(ALL_ROLES)),
  /** The names of the changed fields. */
  changed: z.array(z.string()),
  /** Who did it: a user by id, with the key, token or client that was used; or an operator by name. */
  actor: z.object({
    kind: z.enum(['user', 'client', 'token', 'key', 'operator']),
    id: z.nullable(z.string()),
    service_user_id: z.nullable(z.string()),
  }),
  request_id: z.string(),
});

export const changesResponse = z.object({
  changes: z.array(change),
  /** The value for `cursor` of the next request; absent on the last page. */
  next_cursor: z.optional(z.string()),
});

export const toChanges = ({ events, next }: ChangePage): z.output<typeof changesResponse> => ({
  changes: events.map(toChange),
  ...(next === undefined ? {} : { next_cursor: Buffer.from(next).toString('base64url') }),
});

const toChange = ({ actor, scopes, ...event }: AuditEvent): z.output<typeof change> => ({
  at: new Date(event.at).toISOString(),
  action: event.action,
  target: event.target ?? null,
  application: event.application ?? null,
  percent: event.percent ?? null,
  host_before: event.hosts?.before ?? null,
  host: event.hosts?.after ?? null,
  scopes: scopes === undefined ? null : formatScopes(scopes),
  role: scopes === undefined ? null : (roleOf(scopes) ?? null),
  changed: event.changed ?? [],
  actor: { kind: actor.kind, id: actor.id ?? null, service_user_id: actor.userId ?? null },
  request_id: event.requestId,
});
