import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deploymentKey } from '../../../../functions/shared/store/deployment-key.ts';
import { readSecret } from '../../../../functions/shared/store/secrets-manager.ts';
import { createAccessRecorder } from '../../../../local/lambda/access.ts';
import { startSecretsServer } from '../../../../local/lambda/secrets-server.ts';
import { removeFolder, temporaryFolder } from '../../../support/folder.ts';

const ARN = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:StoreDeploymentKey-a1b2c3';
const KEY = 'k'.repeat(64);
const GET = { actions: ['secretsmanager:GetSecretValue'], resources: [ARN] };

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  file = path.join(folder, 'deployment.key');
  await writeFile(file, `${KEY}\n`);
});
afterEach(() => {
  delete process.env.DEPLOYMENT_KEY;
  delete process.env.SECRETS_ENDPOINT;
});
afterAll(() => removeFolder(folder));

/** Runs work with a Secrets Manager for a function with these permissions. */
async function withSecrets<Result>(statements: (typeof GET)[], work: () => Promise<Result>): Promise<Result> {
  const definition = {
    name: 'query',
    codeFolder: '',
    handler: '',
    environment: {},
    memoryMegabytes: 128,
    timeoutSeconds: 3,
    statements,
  };
  const server = await startSecretsServer(definition, file, createAccessRecorder());
  process.env.SECRETS_ENDPOINT = server.url;
  try {
    return await work();
  } finally {
    server.close();
  }
}

const never = () => Promise.reject(new Error('it is in a file'));

describe('the key of the deployment', () => {
  test('is read from Secrets Manager with the permission that the stack grants', async () => {
    process.env.DEPLOYMENT_KEY = ARN;
    await withSecrets([GET], async () => {
      expect(Buffer.from(await deploymentKey(readSecret)()).toString()).toBe(KEY);
    });
  });

  test('is not read without that permission, and no other secret is read with it', async () => {
    const refused = {
      code: 'temporarily_unavailable',
      cause: {
        name: 'AccessDeniedException',
        operation: 'GetSecretValue',
        cause: { message: expect.stringContaining('is not allowed') },
      },
    };
    await withSecrets([], () => expect(readSecret(ARN)).rejects.toMatchObject(refused));
    await withSecrets([GET], () => expect(readSecret(`${ARN}x`)).rejects.toMatchObject(refused));
  });

  test('is read from a file on a laptop', async () => {
    process.env.DEPLOYMENT_KEY = pathToFileURL(file).href;
    expect(Buffer.from(await deploymentKey(never)()).toString()).toBe(KEY);
  });

  test('is read once for a process, however many ask', async () => {
    process.env.DEPLOYMENT_KEY = ARN;
    const asked: string[] = [];
    const key = deploymentKey(async (arn) => {
      asked.push(arn);
      return KEY;
    });
    expect(asked).toEqual([]);
    await Promise.all([key(), key()]);
    await key();
    expect(asked).toEqual([ARN]);
  });

  test('is read again after a failure', async () => {
    process.env.DEPLOYMENT_KEY = ARN;
    const answers = [Promise.reject(new Error('throttled')), Promise.resolve(KEY)];
    const key = deploymentKey(async () => (await answers.shift()) ?? '');
    await expect(key()).rejects.toThrow('throttled');
    expect(Buffer.from(await key()).toString()).toBe(KEY);
  });

  test('is an error if it is invalid', async () => {
    for (const location of ['', 'deployment.key', 'arn:aws:ssm:eu-west-1:000000000000:parameter/x']) {
      process.env.DEPLOYMENT_KEY = location;
      await expect(deploymentKey(never)()).rejects.toThrow('DEPLOYMENT_KEY');
    }
    const empty = path.join(folder, 'empty.key');
    await writeFile(empty, '');
    process.env.DEPLOYMENT_KEY = pathToFileURL(empty).href;
    await expect(deploymentKey(never)()).rejects.toThrow('contains no deployment key: the text is too short');
    await rm(empty);
  });
});
