#!/usr/bin/env node
import { keepCompiled } from '../keep-compiled.mjs';
import { requireNode24 } from '../require-node.mjs';

requireNode24('npm run start:lambda');
keepCompiled();
const { main } = await import('../start.ts');
const { LAMBDA_DATA_FOLDER } = await import('../data-folder.ts');
const { startLambdaService } = await import('./service.ts');
await main(startLambdaService, LAMBDA_DATA_FOLDER);
