import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'node:util';
import { buildDocument, type Example } from './document.ts';
import { type RecordedService, runExchanges } from './exchanges.ts';

/**
 * `npm run openapi -- .parley/demo.json`: records the examples against a running service and writes the document that
 * the openapi function serves. Without an argument it keeps the recorded examples.
 */
const root = new URL('../../', import.meta.url);
const examplesFile = new URL('infra/openapi/examples.json', root);
const [demoFile] = process.argv.slice(2);

if (demoFile !== undefined) {
  const demo: RecordedService = JSON.parse(await readFile(demoFile, 'utf8'));
  const recorded = await runExchanges(demo, `openapi-${Date.now()}`);
  const failed = recorded.find(({ response }) => response.status !== 200);
  if (failed !== undefined) throw new Error(format('this exchange failed: %O', failed));
  await writeFile(examplesFile, `${JSON.stringify(recorded, null, 2)}\n`);
}
const examples: Example[] = JSON.parse(await readFile(examplesFile, 'utf8'));
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
const document = JSON.stringify(buildDocument(version, examples), null, 2);
await writeFile(new URL('functions/openapi/document.json', root), `${document}\n`);
