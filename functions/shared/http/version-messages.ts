import * as z from 'zod/mini';
import type { VersionPage } from '../domain/versions/version-list.ts';
import { type Assignment, isUuid, serves } from '../domain/versions/versions.ts';

const canary = z.nullable(z.object({ ai_version: z.string(), percent: z.number() }));

/** The version that serves an application, or `default`. */
export const assignmentResponse = z.object({
  application: z.string(),
  ai_version: z.string(),
  canary,
  revision: z.number(),
  assigned_at: z.string(),
  assigned_by: z.string(),
});

/** A state in which a deed is done, with every way into it. */
const deed = z.object({
  state: z.string(),
  competency: z.string(),
  /**
   * `declared`: the author declared it a deed. `yes`: a yes leads to it. `goes_on`: its call follows directly after a
   * deed.
   */
  reason: z.enum(['declared', 'yes', 'goes_on']),
  ways: z.array(
    z.object({
      /** The state that leads there, or the competency whose retries do; `root` if a query enters the deed. */
      from: z.string(),
      on: z.enum(['yes', 'cancel', 'no', 'slot', 'business_logic', 'retries', 'query']),
      /**
       * What the user confirms before the deed. `yes`: a question of the state. `asked`: a question that Parley asks.
       * `closed`: this way is never taken. `business_logic`: the server leads there without another call.
       * `after_deed`: an earlier yes covers it. `none`: nothing.
       */
      guard: z.enum(['yes', 'asked', 'closed', 'business_logic', 'after_deed', 'none']),
      /** Slots that the question does not mention. `perhaps`: its business-logic data may mention them. */
      unsaid: z.array(z.object({ slot: z.string(), in: z.array(z.string()), perhaps: z.boolean() })),
    }),
  ),
});

export const versionsResponse = z.object({
  versions: z.array(
    z.object({
      ai_version: z.string(),
      name: z.string(),
      created_at: z.string(),
      created_by: z.string(),
      languages: z.array(z.string()),
      /** The applications, or `default`, that the version serves, as the main version or as a canary. */
      serves: z.array(z.string()),
      /** The assistant's deeds and what guards them; null in versions of earlier releases. */
      deeds: z.nullable(z.array(deed)),
      /** What people wrote about the version; null if nothing. */
      note: z.nullable(z.string()),
    }),
  ),
  assignments: z.array(assignmentResponse),
  /** The value for `cursor` of the next request; absent on the last page. */
  next_cursor: z.optional(z.string()),
});

/** The versions that have served an application, latest first. */
export const assignmentHistoryResponse = z.object({
  history: z.array(
    z.extend(assignmentResponse, {
      /** The revision that a rollback restored; null otherwise. */
      restores: z.nullable(z.number()),
    }),
  ),
});

/** The changes between two versions, related ones together. */
export const differencesResponse = z.object({
  before: z.string(),
  after: z.string(),
  differences: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'changed']),
      /** The path from the outside in, for example `competency transfer`, `state transfer`, `utterances`, `en`. */
      place: z.array(z.string()),
      /** As JSON; absent if the place says it all. */
      before: z.optional(z.string()),
      after: z.optional(z.string()),
    }),
  ),
  /** How many differences the answer omits. */
  left_off: z.number(),
});

const application = z.string({ error: 'send env_name:app_name, or default' });

export const assignRequest = z.object({
  application,
  ai_version: z.string({ error: 'send a UUID' }).check(z.refine(isUuid, { error: 'send a UUID' })),
  /**
   * The percentage of end users who get this version; the version that serves everyone else is the main one. The same
   * users stay on it.
   */
  canary_percent: z.optional(
    z.nullable(
      z
        .number({ error: 'send a number above 0 and below 100' })
        .check(
          z.gt(0, 'send a number above 0 and below 100'),
          z.lt(100, 'send a number above 0 and below 100'),
        ),
    ),
  ),
});

export const noteRequest = z.object({
  ai_version: z.string({ error: 'send a UUID' }).check(z.refine(isUuid, { error: 'send a UUID' })),
  /** Up to 500 characters; empty removes the note. */
  note: z.string({ error: 'send a text' }),
});

export const noteResponse = z.object({ ai_version: z.string(), note: z.nullable(z.string()) });

export const rollBackRequest = z.object({ application });

export const toAssignment = (assignment: Assignment): z.output<typeof assignmentResponse> => ({
  application: assignment.target,
  ai_version: assignment.versionId,
  canary:
    assignment.canary === undefined
      ? null
      : { ai_version: assignment.canary.versionId, percent: assignment.canary.percent },
  revision: assignment.revision,
  assigned_at: assignment.assignedAt,
  assigned_by: assignment.assignedBy,
});

export const toAssignmentHistory = (
  history: readonly Assignment[],
): z.output<typeof assignmentHistoryResponse> => ({
  history: history.map((assignment) => ({
    ...toAssignment(assignment),
    restores: assignment.restores ?? null,
  })),
});

export const toVersions = (
  { versions, next }: VersionPage,
  assignments: readonly Assignment[],
): z.output<typeof versionsResponse> => ({
  versions: versions.map((version) => ({
    ai_version: version.id,
    name: version.name,
    created_at: version.createdAt,
    created_by: version.createdBy,
    languages: version.languages.supported,
    serves: assignments.filter((assignment) => serves(assignment, version.id)).map(({ target }) => target),
    deeds: version.deeds ?? null,
    note: version.note ?? null,
  })),
  assignments: assignments.map(toAssignment),
  ...(next === undefined ? {} : { next_cursor: next }),
});
