import { type KeyStore, listKeys } from '../shared/domain/keys/keys.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { type listKeysResponse, toKeyListItem } from '../shared/http/key-messages.ts';
import type { Answer } from '../shared/http/validate.ts';
import { createAccessRecords } from '../shared/store/access-records.ts';
import { createKeyStore } from '../shared/store/credentials-keys.ts';
import { createRequestAdmission } from '../shared/store/request-admission.ts';

/** `GET /v1/apps/applicationtoken/`: all of the caller's keys, oldest first, without their secrets. */
export const createKeysList = ({ keys, ...dependencies }: { keys: KeyStore } & AuthorizedDependencies) =>
  authorizedEndpoint({ name: 'keys-list', ...dependencies }, async ({ principal, now }) => {
    const list = await listKeys(keys, principal, now);
    const body: Answer<typeof listKeysResponse> = { tokens: list.map(toKeyListItem) };
    return { body };
  });

export const handler = createKeysList({
  keys: createKeyStore(),
  records: createAccessRecords(),
  admission: createRequestAdmission,
});
