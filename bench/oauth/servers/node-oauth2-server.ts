import { hash, timingSafeEqual } from 'node:crypto';
import OAuth2Server from '@node-oauth/oauth2-server';
import { serve } from './front.ts';

/**
 * node-oauth2-server behind this HTTP server, with its model over a map. By default it stores secret and tokens in
 * plain text, as in its documentation; with `digests` it stores only SHA-256 digests, like ours.
 */
const { BENCH_CLIENT_ID: id = '', BENCH_CLIENT_SECRET: secret = '' } = process.env;
const digests = process.argv.includes('--digests');
const KEPT = 1000;
const client = { id, grants: ['client_credentials'], accessTokenLifetime: 36_000 };
const tokens = new Map<string, OAuth2Server.Token>();
const sha256 = (text: string) => hash('sha256', text, 'buffer');
const secretDigest = sha256(secret);
const isSecret = (given: string) =>
  digests ? timingSafeEqual(sha256(given), secretDigest) : given === secret;
const keyOf = (token: string) => (digests ? sha256(token).toString('hex') : token);
const oauth = new OAuth2Server({
  model: {
    getClient: async (clientId: string, given: string) => clientId === id && isSecret(given) && client,
    getUserFromClient: async () => ({ id: 'user' }),
    validateScope: async (_user: unknown, _client: unknown, scope?: string[]) => scope ?? ['query'],
    saveToken: async (token: OAuth2Server.Token, _client: unknown, user: OAuth2Server.User) => {
      const kept = { ...token, client, user };
      tokens.set(keyOf(token.accessToken), kept);
      if (tokens.size > KEPT) for (const oldest of tokens.keys()) return tokens.delete(oldest) && kept;
      return kept;
    },
    getAccessToken: async (token: string) => tokens.get(keyOf(token)),
  },
});

serve(async ({ headers, method = '' }, form) => {
  const body = Object.fromEntries(new URLSearchParams(form));
  const request = new OAuth2Server.Request({ headers, method, query: {}, body });
  const response = new OAuth2Server.Response({ headers: {} });
  await oauth.token(request, response).catch(() => undefined);
  return {
    status: response.status ?? 200,
    headers: { 'Content-Type': 'application/json', ...response.headers },
    body: JSON.stringify(response.body),
  };
});
