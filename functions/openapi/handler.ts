import { publicEndpoint } from '../shared/http/endpoint.ts';
import document from './document.json' with { type: 'json' };

const body = JSON.stringify(document);

/** `GET /v1/openapi.json`: the service's OpenAPI 3.1 document, as the build made it. */
export const handler = publicEndpoint({ name: 'openapi' }, async () => ({
  headers: { 'Cache-Control': 'public, max-age=3600' },
  body,
}));
