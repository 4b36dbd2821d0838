import { randomBytes, randomUUID } from 'node:crypto';
import { createKey, type NewKey, type NewKeyDependencies } from '../shared/domain/keys/keys.ts';
import { parseReferrers } from '../shared/domain/keys/referrers.ts';
import type { RepeatDependencies } from '../shared/domain/repeats.ts';
import { jsonOrFormBody } from '../shared/http/body.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import {
  createKeyRequest,
  type createKeyResponse,
  givenScopes,
  toKeyListItem,
} from '../shared/http/key-messages.ts';
import { once } from '../shared/http/repeats.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createRepeatStore } from '../shared/store/repeats.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';

/** `POST /v1/apps/applicationtoken/`: creates an App-Key. Only this answer contains its secret. */
export const createKeysCreate = ({
  now,
  records,
  admission,
  repeated,
  ...dependencies
}: NewKeyDependencies & AuthorizedDependencies & { repeated?: RepeatDependencies }) =>
  authorizedEndpoint(
    {
      name: 'keys-create',
      ...(now && { now }),
      ...(records && { records }),
      ...(admission && { admission }),
    },
    (request) =>
      once(repeated, request, async (keep) => {
        const {
          name,
          referrer_addresses,
          expires_at: expiresAt,
          ...given
        } = validate(createKeyRequest, jsonOrFormBody(request));
        const input = {
          name,
          ...givenScopes(given),
          referrers: parseReferrers(referrer_addresses ?? ''),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        };
        const kept = keep && ((made: NewKey) => keep(JSON.stringify(answerOf(made))));
        return { body: answerOf(await createKey(dependencies, request.principal, input, request, kept)) };
      }),
  );

const answerOf = ({ key, secret }: NewKey): Answer<typeof createKeyResponse> => ({
  action: 'Create',
  key: secret,
  ...toKeyListItem(key),
});

let sequence = 0;

export const handler = createKeysCreate({
  keys: createKeyStore(),
  records: createAccessRecords(),
  admission: createRequestAdmission,
  repeated: { repeats: createRepeatStore(), deploymentKey: deploymentKey(readSecret), random: randomBytes },
  random: randomBytes,
  newId: randomUUID,
  nextSequence: () => sequence++,
});
