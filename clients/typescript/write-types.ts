import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

/** `npm run types -w clients/typescript`: makes the client's types of the service's OpenAPI document. */
export async function clientTypes(): Promise<string> {
  const file = new URL('../../functions/openapi/document.json', import.meta.url);
  const document: Parameters<typeof openapiTS>[0] = JSON.parse(await readFile(file, 'utf8'));
  return `// Made of functions/openapi/document.json by write-types.ts.\n\n${astToString(await openapiTS(document))}`;
}

if (import.meta.main) await writeFile(new URL('openapi.ts', import.meta.url), await clientTypes());
