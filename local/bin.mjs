#!/usr/bin/env node
import { keepCompiled } from './keep-compiled.mjs';
import { requireNode24 } from './require-node.mjs';

requireNode24('npm start');
keepCompiled();
const { main } = await import('./start.ts');
await main();
