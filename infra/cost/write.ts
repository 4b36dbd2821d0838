import { readFileSync, writeFileSync } from 'node:fs';
import { inventoryOf } from './bill.ts';
import { pagesOf, written } from './pages.ts';
import { synthesised } from './template.ts';

/** `npm run cost`: makes the sums of docs/COST.md of the template, the prices and what requests take. */
const file = new URL('../../docs/COST.md', import.meta.url);
const pages = pagesOf(inventoryOf(synthesised()));
writeFileSync(file, written(readFileSync(file, 'utf8'), pages));
