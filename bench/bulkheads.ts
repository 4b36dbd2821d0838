import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchError, readArguments, runBench } from './command.ts';

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));

/**
 * `npm run bench -- bulkheads`, one process after another: two institutions, one of them under each fault; three
 * times the load that can be answered, and a thousand dialogs at once; ten minutes at half the load; and many
 * assistants in little memory.
 */
await runBench(async () => {
  const { smoke } = readArguments({ options: { smoke: { type: 'boolean', default: false } } }).values;
  // Memory is judged after the first third of three minutes or more.
  const parts = ['neighbours', 'load', `load --soak ${smoke ? 3 : 10}`, 'assistants'];
  const failed: string[] = [];
  for (const part of parts) {
    const child = spawn(process.execPath, [RUN, ...part.split(' '), ...(smoke ? ['--smoke'] : [])], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) failed.push(part);
  }
  if (failed.length > 0) throw new BenchError(`Failed: ${failed.join(', ')}`);
});
