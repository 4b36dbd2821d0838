import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { ParleyError } from '../functions/shared/domain/errors.ts';
import { setLimits } from '../functions/shared/domain/institutions/institutions.ts';
import {
  createClient,
  createInstitution,
  createPublicClient,
  createUser,
  findInstitution,
  type PasswordDependencies,
} from '../functions/shared/domain/institutions/operators.ts';
import { randomBase62 } from '../functions/shared/domain/random.ts';
import { createDirectory } from '../functions/shared/store/directory.ts';
import { createUserStore } from '../functions/shared/store/directory-users.ts';
import { connect } from '../functions/shared/store/dynamodb.ts';
import { createInstitutionStore } from '../functions/shared/store/institutions.ts';

export const DEMO_INSTITUTION = 'demo';

/**
 * The demo's request limit per second: higher than this machine's speed, since there are no other
 * institutions to protect.
 */
const REQUESTS_PER_SECOND = 100_000;

/** An assistant's application in the demo: `demo:bank` for `bank-assistant`. */
export const demoApplication = (assistant: string): string => `demo:${assistant.replace(/-assistant$/, '')}`;

const DEMO_REDIRECT_URI = 'http://127.0.0.1/callback';

/** The console's redirect URI, valid for any port. */
const CONSOLE_REDIRECT_URI = 'http://127.0.0.1/console';

/** The demo user's credentials: the fields of `.parley/demo.json` that stay the same. */
const demoSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  /** A client without a secret, for the authorization code grant. */
  public_client_id: z.string(),
  /** The client id with which the console signs users in. */
  console_client_id: z.string(),
  /** Registered for the first two clients, valid for any port (RFC 8252 §7.3). */
  redirect_uri: z.literal(DEMO_REDIRECT_URI),
  service_user_id: z.string(),
  username: z.string(),
  password: z.string(),
  app_key: z.string(),
});
export type DemoCredentials = z.infer<typeof demoSchema>;

/** The address of the demo's console, including the client id. */
export const consoleAddress = ({
  base_url,
  console_client_id,
}: Pick<DemoCredentials, 'console_client_id'> & { base_url: string }): string =>
  `${base_url}/console?${new URLSearchParams({ client: console_client_id })}`;

/**
 * Reuses the demo's credentials from an earlier run; replaces missing or invalid ones.
 * @param known the content of `demo.json`, if any
 * @param baseUrl a gateway of this service, to test the credentials with
 */
export async function ensureDemo(
  known: unknown,
  baseUrl: string,
  endpoint: string,
): Promise<DemoCredentials> {
  const client = connect(endpoint);
  try {
    // The demo's password is random, so it cannot be a common one.
    const isCommonPassword = () => false;
    const directory = createDirectory(() => client);
    const operator = { directory, isCommonPassword, now: Date.now, random: randomBytes };
    await ignoringConflict(createInstitution(operator, { name: DEMO_INSTITUTION, displayName: 'Demo Bank' }));
    const { limits } = await findInstitution(operator, DEMO_INSTITUTION);
    if (limits?.requestsPerSecond === undefined) {
      const stores = {
        users: createUserStore(() => client),
        institutions: createInstitutionStore(() => client),
      };
      await setLimits({ ...operator, ...stores }, DEMO_INSTITUTION, {
        requestsPerSecond: REQUESTS_PER_SECOND,
      });
    }
    const parsed = demoSchema.safeParse(known);
    return await completeDemo(operator, new DemoApi(baseUrl), parsed.success ? parsed.data : undefined);
  } finally {
    client.destroy();
  }
}

async function completeDemo(
  operator: PasswordDependencies,
  api: DemoApi,
  known: DemoCredentials | undefined,
): Promise<DemoCredentials> {
  const [signsIn, keyWorks, knownToken] =
    known === undefined
      ? [false, false, undefined]
      : await Promise.all([api.signsIn(known), api.keyWorks(known.app_key), api.clientToken(known)]);
  const user = known && signsIn ? known : await makeUser(operator);
  let client: DemoClients | undefined = known;
  let token = user === known ? knownToken : client && (await api.clientToken({ ...user, ...client }));
  if (client === undefined || token === undefined) {
    client = await makeClients(operator);
    token = await api.clientToken({ ...user, ...client });
  }
  if (token === undefined) throw new Error('The newly created demo client cannot obtain a token.');
  const key = known && keyWorks && user === known ? known.app_key : await api.makeKey(token);
  return {
    client_id: client.client_id,
    client_secret: client.client_secret,
    public_client_id: client.public_client_id,
    console_client_id: client.console_client_id,
    redirect_uri: DEMO_REDIRECT_URI,
    service_user_id: user.service_user_id,
    username: user.username,
    password: user.password,
    app_key: key,
  };
}

type DemoUser = Pick<DemoCredentials, 'service_user_id' | 'username' | 'password'>;

/** Creates the demo user; creates a second user if the first one's password is lost. */
async function makeUser(operator: PasswordDependencies): Promise<DemoUser> {
  const password = randomBase62(20, operator.random);
  for (const suffix of ['', `-${randomBase62(6, operator.random).toLowerCase()}`]) {
    const user = { service_user_id: `demo-user${suffix}`, username: `demo${suffix}`, password };
    const added = await ignoringConflict(
      createUser(operator, {
        institution: DEMO_INSTITUTION,
        userId: user.service_user_id,
        username: user.username,
        password,
      }),
    );
    if (added !== undefined) return user;
  }
  throw new Error('The demo user could not be created. Please start again.');
}

type DemoClients = Pick<
  DemoCredentials,
  'client_id' | 'client_secret' | 'public_client_id' | 'console_client_id'
>;

async function makeClients(operator: PasswordDependencies): Promise<DemoClients> {
  const shared = { institution: DEMO_INSTITUTION, redirectUris: [DEMO_REDIRECT_URI] };
  const { client, secret } = await createClient(operator, {
    ...shared,
    displayName: 'Demo client',
    grants: ['client_credentials', 'authorization_code'],
  });
  const publicClient = await createPublicClient(operator, { ...shared, displayName: 'Demo app' });
  return {
    client_id: client.clientId,
    client_secret: secret,
    public_client_id: publicClient.clientId,
    console_client_id: await makeConsoleClient(operator),
  };
}

/** @returns the client id */
async function makeConsoleClient(operator: PasswordDependencies): Promise<string> {
  const { clientId } = await createPublicClient(operator, {
    institution: DEMO_INSTITUTION,
    redirectUris: [CONSOLE_REDIRECT_URI],
    displayName: 'Parley console',
  });
  return clientId;
}

async function ignoringConflict<Value>(made: Promise<Value>): Promise<Value | undefined> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'conflict') return undefined;
    throw error;
  }
}

/** The API calls that the demo needs. */
class DemoApi {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async signsIn({ username, password }: DemoUser): Promise<boolean> {
    const form = { grant_type: 'password', institution: DEMO_INSTITUTION, username, password };
    return (await this.#token(form)) !== undefined;
  }

  clientToken({
    client_id,
    client_secret,
    service_user_id,
  }: Pick<DemoCredentials, 'client_id' | 'client_secret' | 'service_user_id'>): Promise<string | undefined> {
    return this.#token({ grant_type: 'client_credentials', client_id, client_secret, service_user_id });
  }

  async keyWorks(key: string): Promise<boolean> {
    const headers = { Authorization: `App-Key ${key}` };
    return (await this.#send('/v1/apps/applicationtoken/', { headers })).status === 200;
  }

  async makeKey(token: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const key = JSON.stringify({ name: 'Demo key', scopes: 'query app_read ai_model_read' });
    const { body } = await this.#send('/v1/apps/applicationtoken/', { method: 'POST', headers }, key);
    const created = z.object({ key: z.string() }).safeParse(body);
    if (!created.success) throw new Error('The demo App-Key could not be created.');
    return created.data.key;
  }

  async #token(form: Record<string, string>): Promise<string | undefined> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const fields = new URLSearchParams(form).toString();
    const { body } = await this.#send('/v1/oauth/', { method: 'POST', headers }, fields);
    const token = z.object({ access_token: z.string() }).safeParse(body);
    return token.success ? token.data.access_token : undefined;
  }

  /** Sends a request. Not with `fetch`, which takes 50 ms to load. */
  async #send(
    route: string,
    options: RequestOptions,
    content?: string,
  ): Promise<{ status: number | undefined; body: unknown }> {
    const outgoing = request(this.#baseUrl + route, options).end(content);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (incoming === undefined) throw new Error('The demo got no response.');
    return { status: incoming.statusCode, body: await json(incoming) };
  }
}
