import type { Clock } from '../shared/domain/clock.ts';
import { deleteKey, type KeyStore } from '../shared/domain/keys.ts';
import { authorizedEndpoint } from '../shared/http/endpoint.ts';
import type { deleteKeyResponse } from '../shared/http/key-messages.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';

/** `DELETE /v1/apps/applicationtoken/{token_id}` (SPEC §4.5): the key is refused from the next request on. */
export const createKeysDelete = ({ keys, now }: { keys: KeyStore; now?: Clock }) =>
  authorizedEndpoint(
    { name: 'keys-delete', scope: 'app_write', ...(now && { now }) },
    async ({ principal, pathParameters }) => {
      const id = pathParameters.token_id ?? '';
      await deleteKey(keys, principal, id);
      const body: Answer<typeof deleteKeyResponse> = { deleted: id };
      return { body };
    },
  );

export const handler = createKeysDelete({ keys: createKeyStore() });
