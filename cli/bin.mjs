#!/usr/bin/env node
import { keepCompiled } from '../local/keep-compiled.mjs';
import { requireNode24 } from '../local/require-node.mjs';

requireNode24('npx parley');
keepCompiled();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv);
