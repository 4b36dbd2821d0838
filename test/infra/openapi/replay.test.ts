import { afterAll, beforeAll, expect, test } from 'vitest';
import document from '../../../functions/openapi/document.json' with { type: 'json' };
import examples from '../../../infra/openapi/examples.json' with { type: 'json' };
import { runExchanges } from '../../../infra/openapi/exchanges.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';
import { type RunningService, startService } from '../../support/service.ts';

let folder: string;
let service: RunningService;

beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startService(folder);
});

afterAll(async () => {
  await service.end();
  await removeFolder(folder);
});

test('every example of the document is the answer of a fresh service to that request', async () => {
  expect(await runExchanges(service.demo, 'replay-1')).toEqual(examples);
});

test('the service serves the document to anyone, and allows caching', async () => {
  const response = await fetch(new URL('/v1/openapi.json', service.demo.base_url));
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await response.json()).toEqual(document);
});
