import type { Clock } from '../shared/domain/clock.ts';
import { type KeyStore, updateKey } from '../shared/domain/keys.ts';
import { parseReferrers } from '../shared/domain/referrers.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { updateKeyRequest, type updateKeyResponse } from '../shared/http/key-messages.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';

/** `POST /v1/apps/applicationtoken/{token_id}` (SPEC §4.3): changes the fields that are sent. */
export const createKeysUpdate = ({ keys, now }: { keys: KeyStore; now?: Clock }) =>
  authorizedEndpoint({ name: 'keys-update', scope: 'app_write', ...(now && { now }) }, async (request) => {
    const { name, scopes, referrer_addresses } = validate(updateKeyRequest, jsonOrFormBody(request, 'keep'));
    const changes = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof scopes === 'string' ? { scopes } : {}),
      ...(typeof referrer_addresses === 'string' ? { referrers: parseReferrers(referrer_addresses) } : {}),
    };
    const id = request.pathParameters.token_id ?? '';
    await updateKey(keys, request.principal, id, changes);
    const body: Answer<typeof updateKeyResponse> = { action: 'Update', id };
    return { body };
  });

export const handler = createKeysUpdate({ keys: createKeyStore() });
