import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operator, openOperator } from '../../cli/operator.ts';
import { readServers, setServer } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import { type DataFolder, ensureDeploymentKey, openDataFolder } from '../../local/data-folder.ts';
import { setDemoServers } from '../../local/demo-servers.ts';
import { storeEnvironment } from '../../local/store.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const store = useDynamoDb();
const URL = 'http://127.0.0.1:4000/';
const [ONE = '', TWO = ''] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);

let folder: DataFolder;
beforeAll(async () => {
  folder = openDataFolder(await temporaryFolder());
  await ensureDeploymentKey(folder);
  Object.assign(process.env, storeEnvironment(folder, store.endpoint()));
});
afterAll(async () => {
  delete process.env.DEPLOYMENT_KEY;
  await removeFolder(folder.path);
});

/** Runs `work` with a new operator, which reads the deployment key again like another process. */
async function operate<Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> {
  const operator = await openOperator();
  try {
    return await work(operator);
  } finally {
    operator.close();
  }
}
const everywhere = async (institution = 'demo') =>
  (await operate((operator) => readServers(operator, institution))).everywhere;

test('each start sets its own servers, and keeps what others have set', async () => {
  await operate((operator) => setServer(operator, { institution: 'demo' }, 'BLS_MINE', { url: URL }));
  await operate((operator) => setServer(operator, { institution: 'acme' }, 'BLS_URL', { url: URL }));
  await setDemoServers({ BLS_URL: { url: `${URL}1` }, BLS_SECRET: { secrets: [ONE] } });
  await setDemoServers({ BLS_URL: { url: `${URL}2` }, BLS_SECRET: { secrets: [TWO] } });
  expect(await everywhere()).toEqual({
    BLS_MINE: { url: URL },
    BLS_URL: { url: `${URL}2` },
    BLS_SECRET: { secrets: [TWO] },
  });
  expect(await everywhere('acme')).toEqual({ BLS_URL: { url: URL } });
});

test('a start with a new deployment key begins anew, but still fails without any key', async () => {
  await rm(folder.keyFile);
  await ensureDeploymentKey(folder);
  await expect(everywhere()).rejects.toThrow('encrypted with another deployment key');
  await setDemoServers({ BLS_URL: { url: URL } });
  expect(await everywhere()).toEqual({ BLS_URL: { url: URL } });
  await rm(folder.keyFile);
  await expect(setDemoServers({ BLS_URL: { url: URL } })).rejects.toThrow('ENOENT');
});
