#!/usr/bin/env node
import { keepCompiled } from './keep-compiled.mjs';
import { requireNode24 } from './require-node.mjs';

requireNode24('npm start');
keepCompiled();
const { bundled } = await import('./bundled.ts');
const { main } = await import(await bundled('local/start.ts'));
await main();
