import { randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { createOauthAuthorize } from '../../functions/oauth-authorize/handler.ts';
import { createOauthToken } from '../../functions/oauth-token/handler.ts';
import {
  createClient,
  createInstitution,
  createPublicClient,
  createUser,
} from '../../functions/shared/domain/institutions/operators.ts';
import type { AuthorizationReader } from '../../functions/shared/domain/oauth/authorization-request.ts';
import type { CodeExchangeStore } from '../../functions/shared/domain/oauth/exchange-code.ts';
import type { SignInStore } from '../../functions/shared/domain/sign-in/sign-in.ts';
import { createAuditTrail } from '../../functions/shared/store/audit.ts';
import {
  createAuthorizationReader,
  createClientStore,
  createCodeExchangeStore,
} from '../../functions/shared/store/client-requests.ts';
import { createCredentialReader } from '../../functions/shared/store/credentials.ts';
import { createCodeStore } from '../../functions/shared/store/credentials-codes.ts';
import { createTokenStore } from '../../functions/shared/store/credentials-tokens.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createConsentStore } from '../../functions/shared/store/sign-ins-consents.ts';
import { formTokenOf, newPkce } from '../../infra/openapi/code-flow.ts';
import { resolveCredential } from './credentials.ts';
import { call, callForText, type TestRequest } from './requests.ts';
import { isCommonPassword, noSecretUses, noTokenLimits } from './rules.ts';
import { useCountedDynamoDb } from './wire.ts';

export type Parameters = Record<string, string>;

export const PASSWORD = 'correct horse';
export const LOOPBACK = 'http://127.0.0.1/callback';
export const CALLBACK = 'https://shop.example/callback?from=parley';

/**
 * The authorization page and the token endpoint over a store with two institutions, acme and rival, each with a user
 * (`ann`), a confidential client and a public one.
 */
export function useAuthorization() {
  const store = useCountedDynamoDb();
  const clock = { now: Date.UTC(2030, 0, 1) };
  const clients: Record<string, { client_id: string; client_secret?: string }> = {};
  const now = () => clock.now;
  const clientReader = createAuthorizationReader(store.client);
  const signIns = createSignInStore(store.client);
  const exchanges = createCodeExchangeStore(store.client);
  /** The page with some ports replaced. */
  const createPage = (changes: { clients?: AuthorizationReader; signIns?: SignInStore } = {}) =>
    createOauthAuthorize({
      clients: clientReader,
      signIns,
      codes: createCodeStore(store.client),
      random: randomBytes,
      now,
      ...changes,
    });
  /** The token endpoint with some ports replaced. */
  const createToken = (changes: { exchanges?: CodeExchangeStore; signIns?: SignInStore } = {}) =>
    createOauthToken({
      limits: noTokenLimits,
      tokens: createTokenStore(store.client),
      signIns,
      exchanges,
      secretUses: noSecretUses,
      random: randomBytes,
      serviceUserIdAliases: () => [],
      now,
      ...changes,
    });
  const page = createPage();
  const token = createToken();
  const operator = {
    directory: createDirectory(() => store.uncounted()),
    users: createUserStore(store.uncounted),
    consents: createConsentStore(store.uncounted),
    audit: createAuditTrail(store.uncounted),
    isCommonPassword,
    now,
    random: randomBytes,
  };
  const pkce = newPkce();

  beforeAll(async () => {
    for (const institution of ['acme', 'rival']) {
      await createInstitution(operator, { name: institution, displayName: `The <${institution}> bank` });
      const login = { institution, userId: 'ann-id', username: 'ann', password: PASSWORD };
      await createUser(operator, { ...login, scopes: ['query', 'account_read'] });
      const { client, secret } = await createClient(operator, {
        institution,
        displayName: 'Shop & Co',
        grants: ['authorization_code'],
        scopes: ['query', 'account_read', 'account_write'],
        redirectUris: [CALLBACK],
      });
      clients[institution] = { client_id: client.clientId, client_secret: secret };
      const redirectUris = [LOOPBACK, 'com.example.app:/callback'];
      const app = await createPublicClient(operator, { institution, displayName: 'App', redirectUris });
      clients[`${institution}-app`] = { client_id: app.clientId };
    }
  });

  /** Another client of acme, as its operator creates it. */
  const newClient = (more: { requiresPkce?: boolean } = {}) =>
    createClient(operator, {
      institution: 'acme',
      grants: ['authorization_code'],
      redirectUris: [CALLBACK],
      ...more,
    });

  const client = (name = 'acme') => clients[name] ?? { client_id: '' };

  /** A valid request of a client; the changes set a parameter, or remove it with `''`. */
  const query = (name = 'acme', changes: Parameters = {}): [string, string][] => {
    const parameters = {
      response_type: 'code',
      client_id: client(name).client_id,
      redirect_uri: name.endsWith('-app') ? 'http://127.0.0.1:5000/callback' : CALLBACK,
      state: 'st&te',
      ...(name.endsWith('-app') ? { code_challenge: pkce.challenge, code_challenge_method: 'S256' } : {}),
      ...changes,
    };
    return Object.entries(parameters).filter(([, value]) => value !== '');
  };

  const open = (pairs: Iterable<readonly [string, string]>, request: TestRequest = {}) =>
    callForText(page, { method: 'GET', query: pairs, ...request });

  /** Opens the page and sends its form like a browser. */
  async function decide(
    pairs: Iterable<readonly [string, string]>,
    form: Parameters = { username: 'ann', password: PASSWORD },
    request: TestRequest = {},
  ) {
    const shown = await open(pairs, request);
    const [cookie = ''] = (shown.headers['Set-Cookie'] ?? '').split(';');
    const fields = { form_token: formTokenOf(shown.body), decision: 'allow', ...form };
    return callForText(page, {
      query: pairs,
      body: new Map(Object.entries(fields)),
      ...request,
      headers: { Cookie: cookie, ...request.headers },
    });
  }

  /** The parameters with which an answer redirects to the client. */
  const answered = ({ headers }: { headers: Record<string, string> }): Parameters =>
    Object.fromEntries(new URL(headers.Location ?? 'none:').searchParams);

  return {
    store,
    clock,
    operator,
    newClient,
    page,
    token,
    ports: { clients: clientReader, signIns, exchanges },
    createPage,
    createToken,
    pkce,
    client,
    clientStore: () => createClientStore(store.client),
    query,
    open,
    decide,
    answered,
    /** A new code of a client. */
    async code(name = 'acme', changes: Parameters = {}): Promise<string> {
      return answered(await decide(query(name, changes))).code ?? '';
    },
    /** Exchanges a code; the changes set a parameter, or remove it with `''`. */
    exchange(name: string, code: string, changes: Parameters = {}, request: TestRequest = {}) {
      const parameters = {
        grant_type: 'authorization_code',
        ...client(name),
        code,
        redirect_uri: name.endsWith('-app') ? 'http://127.0.0.1:5000/callback' : CALLBACK,
        ...(name.endsWith('-app') ? { code_verifier: pkce.verifier } : {}),
        ...changes,
      };
      const sent = Object.entries(parameters).filter(([, value]) => value !== '');
      return call(token, { body: new Map(sent), ...request });
    },
    resolve: (secret: string) =>
      resolveCredential(createCredentialReader(store.uncounted), { scheme: 'Bearer', secret }, clock.now),
  };
}
