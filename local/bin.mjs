#!/usr/bin/env node
import { requireNode24 } from './require-node.mjs';

requireNode24('npm start');
const { main } = await import('./start.ts');
await main();
