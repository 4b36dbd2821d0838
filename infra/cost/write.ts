import { readFileSync, writeFileSync } from 'node:fs';
import { inventoryOf } from './bill.ts';
import { pagesOf, written } from './pages.ts';
import { synthesised } from './template.ts';

/** `npm run cost`: computes the figures in docs/COST.md from the template, the prices and the usage of requests. */
const file = new URL('../../docs/COST.md', import.meta.url);
const pages = pagesOf(inventoryOf(synthesised()));
writeFileSync(file, written(readFileSync(file, 'utf8'), pages));
