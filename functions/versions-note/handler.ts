import { credentialEvent } from '../shared/domain/audit.ts';
import { noteVersion } from '../shared/domain/versions/versions.ts';
import { jsonBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { noteRequest, type noteResponse } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

/** `POST /v1/versions/note`: replaces what people wrote about an AI version. */
export const handler = authorizedEndpoint(
  { name: 'versions-note', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { principal } = request;
    const { ai_version, note } = validate(noteRequest, jsonBody(request).body);
    const id = ai_version.toLowerCase();
    const kept = await noteVersion(
      versionStore(documentClient(), setting('VERSIONS_TABLE')),
      { institution: principal.institution, id, note },
      credentialEvent(principal, request, { action: 'version.note', outcome: 'done', target: id }),
    );
    const body: Answer<typeof noteResponse> = { ai_version: id, note: kept === '' ? null : kept };
    return { body };
  },
);
