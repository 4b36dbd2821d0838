import { randomBytes } from 'node:crypto';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, vi } from 'vitest';
import { publishFolder } from '../../authoring/publish.ts';
import { openOperator } from '../../cli/operator.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { setLimits } from '../../functions/shared/domain/institutions/institutions.ts';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import { setDefaultVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createInstitutionStore } from '../../functions/shared/store/institutions.ts';
import { ROUTES } from '../../infra/routes.ts';
import { tableEnvironment } from '../../local/create-tables.ts';
import { ensureDeploymentKey, openDataFolder } from '../../local/data-folder.ts';
import { functionsOf } from '../../local/gateway/invoke.ts';
import { createGateway, type Gateway } from '../../local/gateway/server.ts';
import { storeEnvironment } from '../../local/store.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type HttpAnswer, type HttpRequest, send } from '../support/http.ts';
import { isCommonPassword } from '../support/rules.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
export const KEYS = '/v1/apps/applicationtoken/';
export const ASSISTANT = 'test/conformance/assistant';
/** Request units per second, high enough never to reach the limit. */
const PLENTY = 100_000;

/**
 * Runs the whole service in this process: gateway, all functions, their store, and an institution `acme` with
 * a client, a user with a password, and an assistant.
 */
export function useWholeService() {
  const store = useDynamoDb();
  const faults: unknown[] = [];
  const logged: string[] = [];
  let gateway: Gateway | undefined;
  let folder = '';
  let port = 0;
  const acme = {
    client_id: '',
    client_secret: '',
    service_user_id: 'acme user',
    username: 'ann',
    password: '',
  };
  const operator = () => ({
    directory: createDirectory(store.client),
    isCommonPassword,
    now: Date.now,
    random: randomBytes,
  });

  beforeAll(async () => {
    for (const name of ['stdout', 'stderr'] as const) {
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => logged.push(String(chunk)) > 0);
    }
    // The tests check the logs, at the level of a deployment.
    process.env.POWERTOOLS_LOG_LEVEL = 'INFO';
    folder = await temporaryFolder();
    const data = openDataFolder(folder);
    await ensureDeploymentKey(data);
    Object.assign(process.env, storeEnvironment(data, store.endpoint()), { ENCODER_DIRECTORY });
    await createInstitution(operator(), { name: 'acme' });
    const stores = {
      users: createUserStore(store.client),
      institutions: createInstitutionStore(store.client),
    };
    await setLimits({ ...operator(), ...stores }, 'acme', { requestsPerSecond: PLENTY });
    const { client, secret } = await createClient(operator(), { institution: 'acme' });
    acme.password = randomBytes(16).toString('hex');
    const { service_user_id: userId, username, password } = acme;
    await createUser(operator(), { institution: 'acme', userId, username, password });
    Object.assign(acme, { client_id: client.clientId, client_secret: secret });
    const commands = await openOperator();
    const { version } = await publishFolder(commands, ASSISTANT, 'acme');
    await setDefaultVersion(commands, { institution: 'acme', versionId: version.id, assignedBy: 'test' });
    commands.close();
    const onFault = (_: string, error: unknown) => faults.push(error);
    gateway = createGateway({ routes: ROUTES, functions: functionsOf(ROUTES), onFault });
    port = await gateway.listen(0);
  });
  afterAll(async () => {
    await gateway?.close();
    vi.restoreAllMocks();
    await removeFolder(folder);
  });

  const call = (method: string, path: string, request: HttpRequest = {}): Promise<HttpAnswer> =>
    send(new URL(path, `http://127.0.0.1:${port}`), { method, ...request });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call('POST', path, { headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(body) });
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', '/v1/oauth', {
      headers: { 'Content-Type': FORM, ...headers },
      body: new URLSearchParams(form).toString(),
    });
  const clientGrant = (): Record<string, string> => {
    const { client_id, client_secret, service_user_id } = acme;
    return { grant_type: 'client_credentials', client_id, client_secret, service_user_id };
  };

  return {
    store,
    acme,
    faults,
    operator,
    call,
    post,
    ask,
    clientGrant,
    /** Everything printed since the start. */
    logs: () => logged.join(''),
    async token(): Promise<string> {
      return JSON.parse((await ask(clientGrant())).body.toString()).access_token;
    },
    async newKey(token: string): Promise<{ id: string; key: string }> {
      const answer = await post(KEYS, { name: 'k' }, { Authorization: `Bearer ${token}` });
      return JSON.parse(answer.body.toString());
    },
    /** Deletes every count of failures. */
    async forgetFailures(): Promise<void> {
      const TableName = process.env.THROTTLE_TABLE;
      const { Items = [] } = await store.client().send(new ScanCommand({ TableName }));
      const deletes = Items.map(({ pk }) =>
        store.client().send(new DeleteCommand({ TableName, Key: { pk } })),
      );
      await Promise.all(deletes);
    },
    /** Returns every stored item by table. */
    async items(): Promise<Record<string, Record<string, unknown>[]>> {
      const tables = Object.entries(tableEnvironment()).map(async ([name, TableName]) => {
        const found: Record<string, unknown>[] = [];
        let ExclusiveStartKey: Record<string, unknown> | undefined;
        do {
          const page = await store.client().send(new ScanCommand({ TableName, ExclusiveStartKey }));
          found.push(...(page.Items ?? []));
          ExclusiveStartKey = page.LastEvaluatedKey;
        } while (ExclusiveStartKey !== undefined);
        return [name, found] as const;
      });
      return Object.fromEntries(await Promise.all(tables));
    },
  };
}
