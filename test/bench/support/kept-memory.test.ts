import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureKept } from '../../../bench/support/kept-memory.ts';

/** A process that holds 30 MB in arrays, and has dropped 30 MB in arrays and 30 MB in buffers. */
const PROGRAM = `
  const fill = () => Array.from({ length: 30 }, () => new Array(131_072).fill(0.5));
  globalThis.held = fill();
  globalThis.dropped = [fill(), Array.from({ length: 30 }, () => Buffer.from(new ArrayBuffer(1_048_576)))];
  globalThis.dropped = undefined;
  console.log('ready');
  setInterval(() => undefined, 1000);
`;

test('counts memory that a process still holds, but not garbage', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-kept-'));
  const kept = measureKept(folder);
  const child = spawn(process.execPath, ['-e', PROGRAM], {
    env: { ...process.env, ...kept.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await once(child.stdout, 'data');
  const megabytes = await kept.megabytesOf(child.pid ?? 0);
  expect(megabytes).toBeGreaterThan(30);
  expect(megabytes).toBeLessThan(50);
});
