import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type DeploymentKey, readDeploymentKey } from '../domain/deployment-key.ts';
import { setting } from './environment.ts';

/** Reads a secret from Secrets Manager by its ARN. */
export type ReadSecret = (arn: string) => Promise<string>;

/**
 * The key that `DEPLOYMENT_KEY` names: the ARN of a secret in Secrets Manager, or a `file:` URL. Read once, on first
 * use; retried only after a failure.
 */
export function deploymentKey(readSecret: ReadSecret): DeploymentKey {
  let key: Promise<Uint8Array> | undefined;
  return () => {
    key ??= read(readSecret).catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

/** @throws {Error} for any other location, which is a fault of the deployment */
async function read(readSecret: ReadSecret): Promise<Uint8Array> {
  const location = setting('DEPLOYMENT_KEY');
  if (location.startsWith('file:')) {
    return readDeploymentKey(await readFile(fileURLToPath(location), 'utf8'), location);
  }
  if (/^arn:aws[a-z-]*:secretsmanager:/.test(location)) {
    return readDeploymentKey(await readSecret(location), location);
  }
  throw new Error('DEPLOYMENT_KEY must be file:///path or the ARN of a secret');
}
