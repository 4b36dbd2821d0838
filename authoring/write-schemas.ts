import { mkdir, writeFile } from 'node:fs/promises';
import { jsonSchemas } from './json-schema.ts';

// Writes docs/schema: run `npm run schemas` after changing an authoring form or the business-logic protocol.
const folder = new URL('../docs/schema/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(jsonSchemas())) await writeFile(new URL(name, folder), text);
process.stdout.write(`Wrote ${Object.keys(jsonSchemas()).length} schemas to docs/schema.\n`);
