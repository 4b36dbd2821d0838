import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OAuth2Server from '@node-oauth/oauth2-server';
import { report } from './report.ts';

/** node-oauth2-server behind a plain HTTP server that reads the form, its model over a map. */
const { BENCH_CLIENT_ID: id = '', BENCH_CLIENT_SECRET: secret = '' } = process.env;
const KEPT = 1000;
const client = { id, grants: ['client_credentials'], accessTokenLifetime: 36_000 };
const tokens = new Map<string, OAuth2Server.Token>();
const oauth = new OAuth2Server({
  model: {
    getClient: async (clientId: string, given: string) => clientId === id && given === secret && client,
    getUserFromClient: async () => ({ id: 'user' }),
    validateScope: async (_user: unknown, _client: unknown, scope?: string[]) => scope ?? ['query'],
    saveToken: async (token: OAuth2Server.Token, _client: unknown, user: OAuth2Server.User) => {
      const kept = { ...token, client, user };
      tokens.set(token.accessToken, kept);
      if (tokens.size > KEPT) for (const oldest of tokens.keys()) return tokens.delete(oldest) && kept;
      return kept;
    },
    getAccessToken: async (token: string) => tokens.get(token),
  } as unknown as OAuth2Server.ClientCredentialsModel,
});

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', async () => {
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const { headers, method } = incoming;
    const request = new OAuth2Server.Request({
      headers: headers as never,
      method: method ?? '',
      query: {},
      body,
    });
    const response = new OAuth2Server.Response({ headers: {} });
    await oauth.token(request, response).catch(() => undefined);
    const answer = { 'Content-Type': 'application/json', ...response.headers };
    outgoing.writeHead(response.status ?? 200, answer).end(JSON.stringify(response.body));
  });
});
server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
