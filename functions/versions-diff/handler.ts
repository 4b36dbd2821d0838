import { fieldError } from '../shared/domain/errors.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { uuidParameter } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import type { differencesResponse } from '../shared/http/version-messages.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { versionStore } from '../shared/store/versions.ts';
import { compareVersions } from './compare.ts';
import { limitDifferences } from './limit-differences.ts';

const versions = () => versionStore(documentClient(), setting('VERSIONS_TABLE'));

/** `GET /v1/versions/diff`: the changes between two AI versions of the institution. */
export const handler = authorizedEndpoint(
  { name: 'versions-diff', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const before = uuidParameter(request, 'before');
    const after = uuidParameter(request, 'after');
    if (before === after) throw fieldError('after', 'send a different version than in `before`');
    const { institution } = request.principal;
    const stores = { versions: versions(), artifacts: await artifactsOfProcess() };
    const differences = await compareVersions(stores, { institution, before, after });
    const { shown, leftOff } = limitDifferences(differences);
    const body: Answer<typeof differencesResponse> = { before, after, differences: shown, left_off: leftOff };
    return { body };
  },
);
