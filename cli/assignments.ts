import type { Assignment } from '../functions/shared/domain/versions/versions.ts';

/** An assignment as commands print it. */
export const assignmentDocument = ({ versionId, canary, ...assignment }: Assignment) => ({
  institution: assignment.institution,
  application: assignment.target,
  ai_version: versionId,
  ...(canary && { canary: { ai_version: canary.versionId, percent: canary.percent } }),
  revision: assignment.revision,
  ...(assignment.restores === undefined ? {} : { restores: assignment.restores }),
  assigned_at: assignment.assignedAt,
  assigned_by: assignment.assignedBy,
});

/** A phrase that names the versions serving a target. */
export const servedBy = ({ versionId, canary }: Assignment): string =>
  canary === undefined ? versionId : `${versionId}, and ${canary.versionId} to ${canary.percent} % of users`;
