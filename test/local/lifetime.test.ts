import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { isAlive } from '../../local/lifetime.ts';

test('a process is alive until it has ended', async () => {
  expect(isAlive(process.pid)).toBe(true);
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  expect(isAlive(child.pid ?? 0)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(isAlive(child.pid ?? 0)).toBe(false);
});

test('a process that has ended is not alive where its parent never asks after it', async () => {
  const parent = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 60 3<&-'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const [line] = await once(createInterface({ input: parent.stdout as Readable }), 'line');
  const pid = Number(line);
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8'), { interval: 5 }).toBe('sleep\n');
  expect(isAlive(pid)).toBe(true);
  (parent.stdio[3] as Writable).end();
  await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false);
  // The kernel still knows the process id.
  expect(process.kill(pid, 0)).toBe(true);
  parent.kill();
});
