import { publicEndpoint } from '../shared/http/endpoint.ts';
import { issuerOf } from '../shared/http/issuer.ts';
import { serverMetadata } from '../shared/http/server-metadata.ts';

/** `GET /.well-known/oauth-authorization-server` (RFC 8414): the server's metadata for clients. */
export const handler = publicEndpoint({ name: 'oauth-metadata' }, async (request) => ({
  headers: { 'Cache-Control': 'public, max-age=3600' },
  body: serverMetadata(issuerOf(request)),
}));
