import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { report } from './report.ts';

/** oidc-provider with its defaults, an in-memory store and one client. */
const { BENCH_CLIENT_ID: client_id = '', BENCH_CLIENT_SECRET: client_secret = '' } = process.env;
const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id,
      client_secret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['query'],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { ClientCredentials: 36_000 },
});
const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) report(address.port);
});
