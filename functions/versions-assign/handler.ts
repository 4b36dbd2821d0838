import { credentialEvent } from '../shared/domain/audit.ts';
import { assignVersion } from '../shared/domain/versions/assignments.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { type assignmentResponse, assignRequest, toAssignment } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

const records = createAccessRecords();
const versions = () => versionStore(documentClient(), setting('VERSIONS_TABLE'));

/** `POST /v1/versions/assign`: assigns an AI version to an application or the default, for all users or some. */
export const handler = authorizedEndpoint(
  { name: 'versions-assign', records, admission: createRequestAdmission },
  async (request) => {
    const { principal, now } = request;
    const asked = validate(assignRequest, jsonBody(request).body);
    const { institution, userId } = principal;
    const assignment = await assignVersion(
      { versions: versions(), now: () => now },
      {
        institution,
        target: asked.application,
        versionId: asked.ai_version,
        assignedBy: userId,
        ...(asked.canary_percent == null ? {} : { canaryPercent: asked.canary_percent }),
      },
    );
    // The assignment's history records it too, in the same transaction.
    await records.record(
      credentialEvent(principal, request, {
        action: 'version.assign',
        outcome: 'done',
        target: asked.ai_version.toLowerCase(),
        application: assignment.target,
        ...(asked.canary_percent == null ? {} : { percent: asked.canary_percent }),
      }),
    );
    const body: Answer<typeof assignmentResponse> = toAssignment(assignment);
    return { body };
  },
);
