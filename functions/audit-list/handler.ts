import { type changesResponse, toChanges } from '../shared/http/audit-messages.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { limitParameter, parameter } from '../shared/http/parameters.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createChangeReader } from '../shared/store/audit.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

const reader = createChangeReader();

/** `GET /v1/audit`: who changed what of the institution, latest first. */
export const handler = authorizedEndpoint(
  { name: 'audit-list', records: createAccessRecords(), admission: createRequestAdmission },
  async (request) => {
    const limit = limitParameter(request, 25, 100);
    const cursor = parameter(request, 'cursor');
    const before = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
    const { principal, now } = request;
    const page = await reader.changes(principal.institution, { limit, before, now });
    const body: Answer<typeof changesResponse> = toChanges(page);
    return { body };
  },
);
