import { credentialEvent } from '../shared/domain/audit.ts';
import { rollBack } from '../shared/domain/versions/assignments.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { type assignmentResponse, rollBackRequest, toAssignment } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

const records = createAccessRecords();
const versions = () => versionStore(documentClient(), setting('VERSIONS_TABLE'));

/** `POST /v1/versions/rollback`: restores what served an application before; repeated, it goes further back. */
export const handler = authorizedEndpoint(
  { name: 'versions-rollback', records, admission: createRequestAdmission },
  async (request) => {
    const { principal, now } = request;
    const { application: target } = validate(rollBackRequest, jsonBody(request).body);
    const { institution, userId } = principal;
    const assignment = await rollBack(
      { versions: versions(), now: () => now },
      { institution, target, assignedBy: userId },
    );
    // The assignment's history records it too, in the same transaction.
    const what = { action: 'version.roll-back', outcome: 'done' } as const;
    const { versionId, canary } = assignment;
    await records.record(
      credentialEvent(principal, request, {
        ...what,
        target: canary?.versionId ?? versionId,
        application: target,
        ...(canary && { percent: canary.percent }),
      }),
    );
    const body: Answer<typeof assignmentResponse> = toAssignment(assignment);
    return { body };
  },
);
