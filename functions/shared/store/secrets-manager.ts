import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import type { ReadSecret } from './deployment-key.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';

/** Reads secrets from Secrets Manager. `SECRETS_ENDPOINT` sets another implementation (see `localService`). */
export const readSecret: ReadSecret = async (arn) => {
  const endpoint = optionalSetting('SECRETS_ENDPOINT');
  const client = withDeadlines(
    new SecretsManagerClient({
      requestHandler: { connectionTimeout: CONNECTION_MS },
      maxAttempts: ATTEMPTS,
      ...(endpoint === undefined ? {} : localService(endpoint)),
    }),
  );
  try {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return SecretString;
  } finally {
    client.destroy();
  }
};
