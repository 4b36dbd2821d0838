import { randomBytes, randomUUID } from 'node:crypto';
import { createKey, type NewKeyDependencies } from '../shared/domain/keys.ts';
import { parseReferrers } from '../shared/domain/referrers.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { createKeyRequest, type createKeyResponse, toKeyListItem } from '../shared/http/key-messages.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';

/** `POST /v1/apps/applicationtoken/` (SPEC §4.2): makes an App-Key, whose secret only this answer holds. */
export const createKeysCreate = ({
  now,
  records,
  ...dependencies
}: NewKeyDependencies & AuthorizedDependencies) =>
  authorizedEndpoint(
    { name: 'keys-create', scope: 'app_write', ...(now && { now }), ...(records && { records }) },
    async (request) => {
      const {
        name,
        scopes,
        referrer_addresses,
        expires_at: expiresAt,
      } = validate(createKeyRequest, jsonOrFormBody(request));
      const input = {
        name,
        ...(typeof scopes === 'string' ? { scopes } : {}),
        referrers: parseReferrers(referrer_addresses ?? ''),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      };
      const { key, secret } = await createKey(dependencies, request.principal, input, request);
      const body: Answer<typeof createKeyResponse> = { action: 'Create', key: secret, ...toKeyListItem(key) };
      return { body };
    },
  );

let sequence = 0;

export const handler = createKeysCreate({
  keys: createKeyStore(),
  records: createAccessRecords(),
  random: randomBytes,
  newId: randomUUID,
  nextSequence: () => sequence++,
});
