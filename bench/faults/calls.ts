import { randomBytes, randomUUID } from 'node:crypto';
import { packArtifact, unpackArtifact } from '../../engine/artifact.ts';
import { createUser } from '../../functions/shared/domain/institutions/operators.ts';
import {
  type ArtifactStore,
  artifactKey,
  publishVersion,
} from '../../functions/shared/domain/versions/versions.ts';
import { s3Artifacts } from '../../functions/shared/store/artifacts-s3.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { setting } from '../../functions/shared/store/environment.ts';
import { versionStore } from '../../functions/shared/store/versions.ts';
import { newPkce } from '../../infra/openapi/code-flow.ts';
import { tableEnvironment } from '../../local/create-tables.ts';
import type { Demo } from '../../local/service.ts';
import { BUCKET } from '../../local/store.ts';
import { formCall, jsonCall, KEYS_PATH, obtainToken } from '../kills/writing.ts';
import { type Call, send } from '../support/load.ts';
import { type Browser, createBrowser } from './browser.ts';

/** The dependencies into which faults are injected. */
export type Dependency = 'DynamoDB' | 'S3' | 'business logic';

/** A repeatable request with preparation for each repetition. */
export interface Task {
  name: string;
  /** The dependencies that the request needs. */
  needs: readonly Dependency[];
  /** Prepares the request while no fault is active; `place` numbers the requests of a round from 0. */
  prepare(place: number): Promise<Call>;
  /** Additional valid statuses for a retry of a request that was already carried out. */
  again?: readonly number[];
}

/** Direct addresses of the service's dependencies, without faults. */
export interface Ground {
  demo: Demo;
  dynamodb: string;
  s3: string;
}

const ACCOUNT = '/v1/oauth/account';
const CALLBACK = 'http://127.0.0.1:5000/callback';
const STORE = ['DynamoDB'] as const;

/** All requests, and the data that they changed. */
export interface Tasks {
  all: Task[];
  /** The end users who confirmed one transfer each. */
  movers: string[];
  close(): void;
}

/** @param requests maximum per round */
export async function prepareTasks({ demo, dynamodb, s3 }: Ground, requests: number): Promise<Tasks> {
  Object.assign(process.env, tableEnvironment());
  const client = connect(dynamodb, { attemptMs: 30_000 });
  const { base_url, institution } = demo;
  const token = await obtainToken(demo);
  const bearer = `Bearer ${token}`;
  const json = async <Answer>(call: Call): Promise<Answer> => JSON.parse(await send(base_url, call, 0));
  const post = (path: string, fields: object, headers: Record<string, string> = {}): Call => {
    const call = jsonCall(path, bearer, fields);
    return { ...call, headers: { ...call.headers, ...headers } };
  };
  const get = (path: string): Call => ({ method: 'GET', path, headers: { Authorization: bearer } });
  const confidential = { client_id: demo.client_id, client_secret: demo.client_secret };
  const once = () => ({ 'Idempotency-Key': randomUUID() });

  const users = await addUsers(client, institution, requests);
  const user = (role: Role, place: number): Login => {
    const login = users[ROLES.indexOf(role) * requests + place];
    if (login === undefined) throw new Error(`there is no user for request ${place}`);
    return login;
  };
  const { verifier, challenge } = newPkce();
  // Uses a client with a secret, so that consent is not asked for again.
  const authorizePath = `/v1/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: demo.client_id,
    redirect_uri: CALLBACK,
    scope: 'query',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })}`;
  const signIn = async (login: Login): Promise<Browser> => {
    const browser = createBrowser(base_url);
    const { status, body } = await browser.submit(authorizePath, { decision: 'allow', ...login });
    if (status !== 303) throw new Error(`nobody was signed in: ${status} ${body}`);
    return browser;
  };
  const kept = new Map<Login, Promise<Browser>>();
  /** A browser that stays signed in, since concurrent sign-ins of one user are refused. */
  const signedIn = (login: Login): Promise<Browser> => {
    const browser = kept.get(login) ?? signIn(login);
    kept.set(login, browser);
    return browser;
  };

  const versions = versionStore(client, setting('VERSIONS_TABLE'));
  const artifacts = s3Artifacts({ bucket: BUCKET, prefix: '', endpoint: s3 });
  const original = await artifacts.get(artifactKey(institution, demo.ai_version));
  const published = await versions.find(institution, demo.ai_version);
  if (original === undefined || published === undefined) throw new Error('the service has no version');
  const publishAnother = () => another({ versions, artifacts, now: Date.now }, published, original);
  const second = await publishAnother();
  let unloaded = Promise.resolve(second);
  /** A separate application, so that concurrent requests do not assign the same one. */
  const newApplication = async (...ids: string[]): Promise<string> => {
    const application = `bench:app-${randomUUID()}`;
    for (const ai_version of ids) await json(post('/v1/versions/assign', { application, ai_version }));
    return application;
  };

  const greeting = { query: 'hello there', external_user_id: randomUUID() };
  const spoken = await json<{ session_id: string }>(post('/v1/query', greeting));
  const session = spoken.session_id;
  const movers: string[] = [];
  const always = (call: Call) => async () => call;
  const all: Task[] = [
    {
      name: 'token, client credentials',
      needs: STORE,
      prepare: always(
        formCall('/v1/oauth', {
          grant_type: 'client_credentials',
          ...confidential,
          service_user_id: demo.service_user_id,
        }),
      ),
    },
    {
      name: 'token, password',
      needs: STORE,
      prepare: async (place) =>
        formCall('/v1/oauth', { grant_type: 'password', institution, ...user('token', place) }),
    },
    {
      name: 'token, code',
      needs: STORE,
      prepare: async (place) => {
        const { location } = await (await signedIn(user('guest', place))).open(authorizePath);
        return formCall('/v1/oauth', {
          grant_type: 'authorization_code',
          ...confidential,
          redirect_uri: CALLBACK,
          code: new URL(location).searchParams.get('code') ?? '',
          code_verifier: verifier,
        });
      },
      again: [400],
    },
    {
      name: 'introspect',
      needs: STORE,
      prepare: always(formCall('/v1/oauth/introspect', { ...confidential, token })),
    },
    {
      name: 'revoke',
      needs: STORE,
      prepare: async () => formCall('/v1/oauth/revoke', { ...confidential, token: await obtainToken(demo) }),
    },
    {
      name: 'authorize, the page',
      needs: STORE,
      prepare: always({ method: 'GET', path: authorizePath }),
    },
    {
      name: 'authorize, sign in and allow',
      needs: STORE,
      prepare: (place) =>
        createBrowser(base_url).form(authorizePath, { decision: 'allow', ...user('authorize', place) }),
    },
    {
      name: 'authorize, signed in',
      needs: STORE,
      prepare: async (place) => ({
        ...(await signedIn(user('guest', place))).visit(authorizePath),
        status: 303,
      }),
    },
    {
      name: 'account, the page',
      needs: STORE,
      prepare: async (place) => (await signedIn(user('guest', place))).visit(ACCOUNT),
    },
    {
      name: 'account, sign in',
      needs: STORE,
      prepare: (place) =>
        createBrowser(base_url).form(ACCOUNT, { action: 'sign-in', institution, ...user('account', place) }),
    },
    {
      name: 'account, withdraw',
      needs: STORE,
      prepare: async (place) => {
        const browser = await signedIn(user('withdraw', place));
        const { status } = await browser.open(authorizePath);
        if (status === 200) await browser.submit(authorizePath, { decision: 'allow' });
        return browser.form(ACCOUNT, { action: 'withdraw', client: demo.client_id });
      },
    },
    {
      name: 'account, sign out',
      needs: STORE,
      prepare: async (place) =>
        (await signIn(user('sign out', place))).form(ACCOUNT, { action: 'sign-out-all' }),
      again: [200, 400, 403],
    },
    {
      name: 'key create',
      needs: STORE,
      prepare: async () => post(KEYS_PATH, { name: 'bench', scopes: 'query' }, once()),
    },
    { name: 'key list', needs: STORE, prepare: always(get(KEYS_PATH)) },
    {
      name: 'key update',
      needs: STORE,
      prepare: async () => {
        const { id } = await json<{ id: string }>(post(KEYS_PATH, { name: 'bench', scopes: 'query' }));
        return post(`${KEYS_PATH}/${id}`, { name: 'renamed' }, once());
      },
    },
    {
      name: 'key delete',
      needs: STORE,
      prepare: async () => {
        const { id } = await json<{ id: string }>(post(KEYS_PATH, { name: 'bench', scopes: 'query' }));
        return { ...get(`${KEYS_PATH}/${id}`), method: 'DELETE' };
      },
      again: [404],
    },
    {
      name: 'query',
      needs: STORE,
      prepare: async () => post('/v1/query', { query: 'hello there', external_user_id: randomUUID() }),
    },
    {
      name: 'query, under a key',
      needs: STORE,
      prepare: async () =>
        post('/v1/query', { query: 'hello there', external_user_id: randomUUID() }, once()),
    },
    {
      name: 'query, of a version that is not loaded',
      needs: ['S3'],
      // One version for all requests of a round: the first request loads it, and the others wait.
      prepare: async (place) => {
        if (place === 0) unloaded = publishAnother();
        const said = { query: 'hello there', external_user_id: randomUUID() };
        return post('/v1/query', { ...said, ai_version: await unloaded });
      },
    },
    {
      name: 'query, that asks',
      needs: ['DynamoDB', 'business logic'],
      prepare: async () =>
        post('/v1/query', { query: BALANCE, external_user_id: randomUUID(), dialog_seed: randomUUID() }),
    },
    {
      name: 'query, that moves money',
      needs: ['DynamoDB', 'business logic'],
      prepare: async () => {
        const mover = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
        await json(post('/v1/query', { query: TRANSFER, ...mover }));
        movers.push(mover.external_user_id);
        return post('/v1/query', { query: 'yes', ...mover }, once());
      },
    },
    {
      name: 'feedback',
      needs: STORE,
      prepare: async () => {
        const answer = await json<{ session_id: string; qid: string }>(
          post('/v1/query', { query: 'hello there', external_user_id: randomUUID() }),
        );
        return post('/v1/feedback', { session_id: answer.session_id, qid: answer.qid, rating: 'good' });
      },
    },
    { name: 'conversations', needs: STORE, prepare: always(get('/v1/conversations')) },
    { name: 'conversation', needs: STORE, prepare: always(get(`/v1/conversations/${session}`)) },
    { name: 'insights', needs: STORE, prepare: always(get('/v1/insights')) },
    { name: 'unhandled', needs: STORE, prepare: always(get('/v1/unhandled')) },
    { name: 'versions', needs: STORE, prepare: always(get('/v1/versions')) },
    {
      name: 'versions, history',
      needs: STORE,
      prepare: always(get(`/v1/versions/history?application=${encodeURIComponent(demo.application)}`)),
    },
    {
      name: 'versions, diff',
      needs: ['DynamoDB', 'S3'],
      prepare: always(get(`/v1/versions/diff?before=${demo.ai_version}&after=${second}`)),
    },
    {
      name: 'versions, assign',
      needs: STORE,
      prepare: async () => {
        const application = await newApplication(demo.ai_version);
        return post('/v1/versions/assign', { application, ai_version: second });
      },
    },
    {
      name: 'versions, rollback',
      needs: STORE,
      prepare: async () =>
        post('/v1/versions/rollback', { application: await newApplication(demo.ai_version, second) }),
    },
    { name: 'ready', needs: ['DynamoDB', 'S3'], prepare: always({ method: 'GET', path: '/v1/ready' }) },
  ];
  return { all, movers, close: () => client.destroy() };
}

export const BALANCE = 'how much is in my checking account';
const TRANSFER = 'move 50 dollars from checking to savings';

interface Login {
  username: string;
  password: string;
}

/** Each role has separate users, one per request of a round, since concurrent sign-ins of one user are refused. */
const ROLES = ['guest', 'token', 'authorize', 'account', 'withdraw', 'sign out'] as const;
type Role = (typeof ROLES)[number];

async function addUsers(
  client: ReturnType<typeof connect>,
  institution: string,
  requests: number,
): Promise<Login[]> {
  const operator = {
    directory: createDirectory(() => client),
    isCommonPassword: () => false,
    now: Date.now,
    random: randomBytes,
  };
  return Promise.all(
    Array.from({ length: ROLES.length * requests }, async () => {
      const login = { username: `bench-${randomUUID()}`, password: randomBytes(12).toString('hex') };
      await createUser(operator, { institution, userId: login.username, ...login });
      return { username: login.username, password: login.password };
    }),
  );
}

/** Publishes the same content under another id, by adding unused data to the artifact. */
async function another(
  stores: { versions: ReturnType<typeof versionStore>; artifacts: ArtifactStore; now: () => number },
  {
    institution,
    name,
    languages,
  }: { institution: string; name: string; languages: Publication['languages'] },
  original: Uint8Array,
): Promise<string> {
  const artifact = packArtifact({ ...Object.fromEntries(unpackArtifact(original)), unread: randomBytes(16) });
  const published = await publishVersion(stores, {
    institution,
    artifact,
    name,
    languages,
    publishedBy: 'bench',
  });
  return published.version.id;
}

type Publication = Parameters<typeof publishVersion>[1];
