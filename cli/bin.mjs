#!/usr/bin/env node
import { requireNode24 } from '../local/require-node.mjs';

requireNode24('npx parley');
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv);
