import type { Clock } from '../clock.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { digest } from '../query/dialog.ts';
import {
  type Assignment,
  type Canary,
  DEFAULT_TARGET,
  isApplication,
  type Target,
  unknownVersion,
  type VersionStore,
} from './versions.ts';

export interface AssignmentRequest {
  institution: string;
  /** `env_name:app_name`, or `default`. */
  target: Target;
  versionId: string;
  assignedBy: string;
  /** The percentage of users who get the version; the main version serves the others. */
  canaryPercent?: number;
}

type Dependencies = { versions: VersionStore; now: Clock };

/**
 * Assigns a version to a target, for all users or as a canary. Assigning the present version again changes nothing.
 * Assigning a version for all users ends a canary.
 * @throws {ParleyError} `invalid_request` for an invalid target or percentage; `not_found` for an unknown version;
 * `conflict` if someone else assigned the target at the same moment, or if a canary has no main version beside it
 */
export async function assignVersion(
  { versions, now }: Dependencies,
  { institution, target, versionId, assignedBy, canaryPercent }: AssignmentRequest,
): Promise<Assignment> {
  checkTarget(target);
  if (canaryPercent !== undefined && !(canaryPercent > 0 && canaryPercent < 100)) {
    throw fieldError('canary', 'use a percentage above 0 and below 100');
  }
  const id = versionId.toLowerCase();
  const previous = await versions.findAssignment(institution, target);
  const wanted =
    canaryPercent === undefined ? { versionId: id } : withCanary(previous, target, id, canaryPercent);
  if (previous !== undefined && isSame(previous, wanted)) return previous;
  return write(versions, {
    previous,
    next: {
      ...wanted,
      institution,
      target,
      revision: (previous?.revision ?? 0) + 1,
      assignedAt: new Date(now()).toISOString(),
      assignedBy,
    },
  });
}

/** Makes a version the platform's default, by the rules of `assignVersion`. */
export const setDefaultVersion = (
  deps: Dependencies,
  request: Omit<AssignmentRequest, 'target'>,
): Promise<Assignment> => assignVersion(deps, { ...request, target: DEFAULT_TARGET });

/**
 * Restores the version that served a target before. Repeating it goes further back.
 * @throws {ParleyError} `conflict` if no other version has served the target, or someone else assigned it at the same
 * moment; `not_found` if the earlier version has been deleted
 */
export async function rollBack(
  { versions, now }: Dependencies,
  { institution, target, assignedBy }: { institution: string; target: Target; assignedBy: string },
): Promise<Assignment> {
  checkTarget(target);
  const previous = await versions.findAssignment(institution, target);
  const from = previous?.restores ?? previous?.revision ?? 0;
  const earlier = (await versions.listHistory(institution, target))
    .filter(
      (assignment) => assignment.revision < from && previous !== undefined && !isSame(assignment, previous),
    )
    .at(-1);
  if (previous === undefined || earlier === undefined) {
    throw new ParleyError(
      'conflict',
      `No other version has served ${target}, so there is nothing to roll back to.`,
    );
  }
  return write(versions, {
    previous,
    next: {
      institution,
      target,
      versionId: earlier.versionId,
      ...(earlier.canary === undefined ? {} : { canary: earlier.canary }),
      revision: previous.revision + 1,
      restores: earlier.revision,
      assignedAt: new Date(now()).toISOString(),
      assignedBy,
    },
  });
}

/**
 * Every assignment of a target, latest first; empty if no version has served it.
 * @throws {ParleyError} for an invalid target
 */
export async function assignmentHistory(
  versions: Pick<VersionStore, 'listHistory'>,
  { institution, target }: { institution: string; target: Target },
): Promise<Assignment[]> {
  checkTarget(target);
  return (await versions.listHistory(institution, target)).reverse();
}

/**
 * The version that serves a user. A user on the canary stays on it as its percentage rises.
 * @param userId the caller's `external_user_id`
 */
export function versionFor(
  { versionId, canary }: { versionId: string; canary?: Canary },
  institution: string,
  target: Target,
  userId: string,
): string {
  if (canary === undefined) return versionId;
  const place = digest('canary', institution, target, userId).readUInt32BE(0) / 2 ** 32;
  return place * 100 < canary.percent ? canary.versionId : versionId;
}

function checkTarget(target: Target): void {
  if (target === DEFAULT_TARGET || isApplication(target)) return;
  throw fieldError(
    'application',
    'use the form env_name:app_name, for example prod:bank, with 1 to 63 letters, digits, "_", "." and "-" in each name',
  );
}

function withCanary(previous: Assignment | undefined, target: Target, versionId: string, percent: number) {
  if (previous === undefined || previous.versionId === versionId) {
    const why = previous === undefined ? 'Nothing serves it yet' : 'This version serves it already';
    throw new ParleyError('conflict', `${why}: a canary of ${target} needs another version beside it.`);
  }
  return { versionId: previous.versionId, canary: { versionId, percent } };
}

type Served = Pick<Assignment, 'versionId' | 'canary'>;

const isSame = (left: Served, right: Served): boolean =>
  left.versionId === right.versionId &&
  left.canary?.versionId === right.canary?.versionId &&
  left.canary?.percent === right.canary?.percent;

async function write(
  versions: VersionStore,
  { next, previous }: { next: Assignment; previous: Assignment | undefined },
): Promise<Assignment> {
  const outcome = await versions.assign(next, previous);
  if (outcome === 'unknown_version') {
    throw unknownVersion(next.institution, next.canary?.versionId ?? next.versionId);
  }
  if (outcome === 'overtaken') {
    throw new ParleyError(
      'conflict',
      `${next.target} was assigned by someone else at the same moment. Check what serves it now, then try again.`,
    );
  }
  return next;
}
