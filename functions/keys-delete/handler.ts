import { deleteKey, type KeyStore } from '../shared/domain/keys/keys.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { deleteKeyResponse } from '../shared/http/key-messages.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

/** `DELETE /v1/apps/applicationtoken/{token_id}`: deletes a key; it is refused from the next request on. */
export const createKeysDelete = ({ keys, ...dependencies }: { keys: KeyStore } & AuthorizedDependencies) =>
  authorizedEndpoint({ name: 'keys-delete', ...dependencies }, async (request) => {
    const id = request.pathParameters.token_id ?? '';
    await deleteKey(keys, request.principal, id, request);
    const body: Answer<typeof deleteKeyResponse> = { deleted: id };
    return { body };
  });

export const handler = createKeysDelete({
  keys: createKeyStore(),
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
