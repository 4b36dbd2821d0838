import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { CLIENT_TYPES, clientTypesDigest, DOCUMENT } from './sources.ts';

/** Writes the client's types from the OpenAPI document. Requires `npm --prefix clients/typescript/types ci`. */
async function clientTypes(): Promise<string> {
  const types = astToString(await openapiTS(JSON.parse(readFileSync(DOCUMENT, 'utf8'))));
  return `// Made by \`npm run client-types\` of what has the digest ${clientTypesDigest()}\n\n${types}`;
}

const made = await clientTypes();
if (!process.argv.includes('--check')) writeFileSync(CLIENT_TYPES, made);
else if (readFileSync(CLIENT_TYPES, 'utf8') !== made) {
  process.stderr.write('clients/typescript/openapi.ts is out of date: run npm run client-types\n');
  process.exitCode = 1;
}
