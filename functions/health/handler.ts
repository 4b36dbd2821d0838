import { publicEndpoint } from '../shared/http/endpoint.ts';
import { OK } from '../shared/http/health.ts';

/** `GET /v1/health`: this process is up. Checks no dependency. */
export const handler = publicEndpoint({ name: 'health' }, async () => ({ body: OK }));
