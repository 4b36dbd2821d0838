import { randomBytes } from 'node:crypto';
import { setServer } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import { newWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';
import { setDefaultVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { publishVersion, readArtifact } from '../../functions/shared/domain/versions/versions.ts';
import type { OperatorStores } from '../../functions/shared/store/operator-stores.ts';
import { type Call, send } from '../support/load.ts';

/** An institution that sends queries with its own token. */
export interface Asking {
  name: string;
  authorization: string;
}

/**
 * Creates an institution with a user, a client and a token, which serves the same artifact as another institution's
 * version.
 * @param served the version to publish for it too
 */
export async function makeInstitution(
  operator: OperatorStores,
  name: string,
  served: { institution: string; versionId: string; baseUrl: string },
): Promise<Asking> {
  const making = { ...operator, isCommonPassword: () => false };
  await createInstitution(making, { name, displayName: name });
  const { client, secret } = await createClient(making, { institution: name });
  const userId = `user of ${name}`;
  await createUser(making, { institution: name, userId });
  const artifact = await readArtifact(operator.artifacts, served.institution, served.versionId);
  if (artifact === undefined) throw new Error(`${served.institution} has no artifact ${served.versionId}`);
  const { version } = await publishVersion(operator, {
    institution: name,
    artifact,
    name: 'bank',
    languages: { default: 'en', supported: ['en', 'es'] },
    publishedBy: 'bench',
  });
  await setDefaultVersion(operator, { institution: name, versionId: version.id, assignedBy: 'bench' });
  const form = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: secret,
    service_user_id: userId,
  };
  const token: Call = {
    method: 'POST',
    path: '/v1/oauth',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: () => new URLSearchParams(form).toString(),
  };
  const { access_token } = JSON.parse(await send(served.baseUrl, token, 0));
  return { name, authorization: `Bearer ${access_token}` };
}

/** Sets an institution's business-logic address. */
export const setBusinessLogic = async (
  operator: OperatorStores,
  name: string,
  url: string,
): Promise<void> => {
  await setServer(operator, { institution: name }, 'BLS_URL', { url });
  await setServer(operator, { institution: name }, 'BLS_SECRET', { secret: newWebhookSecret(randomBytes) });
};
