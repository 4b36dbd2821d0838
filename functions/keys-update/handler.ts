import { type KeyStore, updateKey } from '../shared/domain/keys.ts';
import { parseReferrers } from '../shared/domain/referrers.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { updateKeyRequest, type updateKeyResponse } from '../shared/http/key-messages.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';

/** `POST /v1/apps/applicationtoken/{token_id}` (SPEC §4.3): changes the fields that are sent. */
export const createKeysUpdate = ({ keys, ...dependencies }: { keys: KeyStore } & AuthorizedDependencies) =>
  authorizedEndpoint({ name: 'keys-update', scope: 'app_write', ...dependencies }, async (request) => {
    const body = validate(updateKeyRequest, emptyExpiry(jsonOrFormBody(request, 'keep')));
    const { name, scopes, referrer_addresses, expires_at: expiresAt } = body;
    const changes = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof scopes === 'string' ? { scopes } : {}),
      ...(typeof referrer_addresses === 'string' ? { referrers: parseReferrers(referrer_addresses) } : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    const id = request.pathParameters.token_id ?? '';
    await updateKey(keys, request.principal, id, changes, request);
    const answer: Answer<typeof updateKeyResponse> = { action: 'Update', id };
    return { body: answer };
  });

/** A form cannot say `null`: its empty field clears the time. */
const emptyExpiry = (body: Record<string, unknown>): Record<string, unknown> =>
  body.expires_at === '' ? { ...body, expires_at: null } : body;

export const handler = createKeysUpdate({ keys: createKeyStore(), records: createAccessRecords() });
