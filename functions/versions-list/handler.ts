import { pageOfVersions } from '../shared/domain/versions/version-list.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { limitParameter, parameter } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { toVersions, type versionsResponse } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';

const MOST = 100;

const versions = () => versionStore(documentClient(), setting('VERSIONS_TABLE'));

/**
 * `GET /v1/versions`: a page of the institution's AI versions in order of creation, with the applications that each
 * serves.
 */
export const handler = authorizedEndpoint(
  { name: 'versions-list', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const { institution } = request.principal;
    const limit = limitParameter(request, MOST, MOST);
    const after = parameter(request, 'cursor');
    const store = versions();
    const [list, assignments] = await Promise.all([
      store.list(institution),
      store.listAssignments(institution),
    ]);
    const body: Answer<typeof versionsResponse> = toVersions(
      pageOfVersions(list, { limit, after }),
      assignments,
    );
    return { body };
  },
);
