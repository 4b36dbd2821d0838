import { randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { createOauthToken } from '../../functions/oauth-token/handler.ts';
import {
  createClient,
  createInstitution,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in/sign-in.ts';
import { createCodeExchangeStore } from '../../functions/shared/store/client-requests.ts';
import { createCredentialReader } from '../../functions/shared/store/credentials.ts';
import { createTokenStore } from '../../functions/shared/store/credentials-tokens.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createInstitutionStore } from '../../functions/shared/store/institutions.ts';
import { resolveCredential } from './credentials.ts';
import { call, type TestRequest } from './requests.ts';
import { isCommonPassword, noSecretUses, noTokenLimits } from './rules.ts';
import { useCountedDynamoDb } from './wire.ts';

type Form = Record<string, string>;

export const PASSWORD = 'correct horse';

/**
 * The token endpoint over a store with two institutions, acme and rival, each with a client, a user of its own
 * (`acme-user`), one in both (`both`) and one with a password (`ann`).
 */
export function useTokenEndpoint() {
  const store = useCountedDynamoDb();
  const clock = { now: Date.UTC(2030, 0, 1) };
  const clients: Record<string, { client_id: string; client_secret: string }> = {};
  const operator = {
    directory: createDirectory(store.uncounted),
    users: createUserStore(store.uncounted),
    institutions: createInstitutionStore(store.uncounted),
    isCommonPassword,
    now: () => clock.now,
    random: randomBytes,
  };
  const signIns = createSignInStore(store.client);
  const createHandler = (changes: Partial<SignInStore> = {}, limits = noTokenLimits) =>
    createOauthToken({
      tokens: createTokenStore(store.client),
      signIns: { ...signIns, ...changes },
      exchanges: createCodeExchangeStore(store.client),
      secretUses: noSecretUses,
      limits,
      random: randomBytes,
      serviceUserIdAliases: () => ['clinc_user_id'],
      now: () => clock.now,
    });
  const handler = createHandler();

  /** Adds a client under a name that only the test uses, and stores its secret for `clientGrant`. */
  async function addClient(
    name: string,
    institution: string,
    input: Omit<Parameters<typeof createClient>[1], 'institution'> = {},
  ) {
    const { client, secret } = await createClient(operator, { institution, ...input });
    clients[name] = { client_id: client.clientId, client_secret: secret };
  }

  const addLogin = (institution: string, username: string) =>
    createUser(operator, {
      institution,
      userId: username,
      username,
      password: PASSWORD,
      scopes: ['query', 'app_write'],
    });

  beforeAll(async () => {
    for (const institution of ['acme', 'rival']) {
      await createInstitution(operator, { name: institution });
      await createUser(operator, {
        institution,
        userId: `${institution}-user`,
        scopes: ['query', 'app_read'],
      });
      await createUser(operator, { institution, userId: 'both', scopes: ['query'] });
      await addClient(institution, institution, { scopes: ['query', 'app_read', 'app_write'] });
    }
    await addLogin('acme', 'ann');
  });

  return {
    store,
    clock,
    operator,
    signIns,
    createHandler,
    addClient,
    addLogin,
    /** Sends a form. */
    ask: (parameters: Form, request: TestRequest = {}, to: unknown = handler) =>
      call(to, { body: new Map(Object.entries(parameters)), ...request }),
    /** Sends the given request. */
    send: (request: TestRequest) => call(handler, request),
    /** The principal of a token at a time, by default now. */
    resolve: (secret: string, now = clock.now) =>
      resolveCredential(createCredentialReader(store.uncounted), { scheme: 'Bearer', secret }, now),
    client: (name = 'acme') => clients[name] ?? { client_id: '', client_secret: '' },
    clientGrant: (name = 'acme', changes: Form = {}): Form => ({
      grant_type: 'client_credentials',
      ...clients[name],
      service_user_id: 'acme-user',
      ...changes,
    }),
    passwordGrant: (changes: Form = {}): Form => ({
      grant_type: 'password',
      username: 'ann',
      password: PASSWORD,
      institution: 'acme',
      ...changes,
    }),
  };
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

export const without = (parameters: Form, ...names: string[]): Form =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
