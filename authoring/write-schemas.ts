import { mkdir, writeFile } from 'node:fs/promises';
import { jsonSchemas } from './json-schema.ts';

// Writes docs/schema: `npm run schemas`, after a change of an authoring form or of the business-logic protocol.
const folder = new URL('../docs/schema/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(jsonSchemas())) await writeFile(new URL(name, folder), text);
process.stdout.write(`Wrote ${Object.keys(jsonSchemas()).length} schemas to docs/schema.\n`);
