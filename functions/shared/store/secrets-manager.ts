import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ReadSecret } from './deployment-key.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';

/** A network without a way to the service is found out before the function's own time is up. */
const REQUEST_HANDLER = { connectionTimeout: 2000, requestTimeout: 3000 };

/**
 * Reads secrets from Secrets Manager. `SECRETS_ENDPOINT` points at another implementation of it, as `localService`
 * reads it.
 */
export const readSecret: ReadSecret = async (arn) => {
  const endpoint = optionalSetting('SECRETS_ENDPOINT');
  const client = new SecretsManagerClient({
    requestHandler: REQUEST_HANDLER,
    ...(endpoint === undefined ? {} : localService(endpoint)),
  });
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return SecretString;
  } finally {
    client.destroy();
  }
};
