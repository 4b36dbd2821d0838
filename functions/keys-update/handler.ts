import { randomBytes } from 'node:crypto';
import { type KeyStore, updateKey } from '../shared/domain/keys/keys.ts';
import { parseReferrers } from '../shared/domain/keys/referrers.ts';
import type { RepeatDependencies } from '../shared/domain/repeats.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { givenScopes, updateKeyRequest, type updateKeyResponse } from '../shared/http/key-messages.ts';
import { once } from '../shared/http/repeats.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createRepeatStore } from '../shared/store/repeats.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

/** `POST /v1/apps/applicationtoken/{token_id}`: changes the fields that the body contains. */
export const createKeysUpdate = ({
  keys,
  repeated,
  ...dependencies
}: { keys: KeyStore; repeated?: RepeatDependencies } & AuthorizedDependencies) =>
  authorizedEndpoint({ name: 'keys-update', ...dependencies }, (request) =>
    once(repeated, request, async (keep) => {
      const body = validate(updateKeyRequest, emptyExpiry(jsonOrFormBody(request, 'keep')));
      const { name, referrer_addresses, expires_at: expiresAt } = body;
      const changes = {
        ...(typeof name === 'string' ? { name } : {}),
        ...givenScopes(body),
        ...(typeof referrer_addresses === 'string' ? { referrers: parseReferrers(referrer_addresses) } : {}),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      };
      const id = request.pathParameters.token_id ?? '';
      const answer: Answer<typeof updateKeyResponse> = { action: 'Update', id };
      const kept = keep && (() => keep(JSON.stringify(answer)));
      await updateKey(keys, request.principal, id, changes, request, kept);
      return { body: answer };
    }),
  );

/** A form cannot send `null`, so an empty form field clears the expiry. */
const emptyExpiry = (body: Record<string, unknown>): Record<string, unknown> =>
  body.expires_at === '' ? { ...body, expires_at: null } : body;

export const handler = createKeysUpdate({
  keys: createKeyStore(),
  records: createAccessRecords(),
  admission: createRequestAdmission,
  repeated: { repeats: createRepeatStore(), deploymentKey: deploymentKey(readSecret), random: randomBytes },
});
