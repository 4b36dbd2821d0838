import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../shared/domain/clock.ts';
import { createKey, type NewKeyDependencies } from '../shared/domain/keys.ts';
import { parseReferrers } from '../shared/domain/referrers.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import { createKeyRequest, type createKeyResponse, toKeyListItem } from '../shared/http/key-messages.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';

/** `POST /v1/apps/applicationtoken/` (SPEC §4.2): makes an App-Key, whose secret only this answer holds. */
export const createKeysCreate = ({ now, ...dependencies }: NewKeyDependencies & { now?: Clock }) =>
  authorizedEndpoint({ name: 'keys-create', scope: 'app_write', ...(now && { now }) }, async (request) => {
    const { name, scopes, referrer_addresses } = validate(createKeyRequest, jsonOrFormBody(request));
    const input = {
      name,
      ...(typeof scopes === 'string' ? { scopes } : {}),
      referrers: parseReferrers(referrer_addresses ?? ''),
    };
    const { key, secret } = await createKey(dependencies, request.principal, input, request.now);
    const body: Answer<typeof createKeyResponse> = { action: 'Create', key: secret, ...toKeyListItem(key) };
    return { body };
  });

let sequence = 0;

export const handler = createKeysCreate({
  keys: createKeyStore(),
  random: randomBytes,
  newId: randomUUID,
  nextSequence: () => sequence++,
});
