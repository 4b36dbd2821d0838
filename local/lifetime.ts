import { readFileSync } from 'node:fs';
import { hasCode } from './error-code.ts';

const PARENT_CHECK_MS = 500;

/**
 * Resolves when the service should stop: on Ctrl-C, SIGTERM, a closed terminal, or the end of the `npm start`
 * that started it, even if npm was killed. A second signal ends the process at once.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = () => {
      if (stopping) process.exit(1);
      stopping = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    const orphaned = npmWatch();
    if (orphaned === undefined) return;
    const timer = setInterval(() => {
      if (!orphaned()) return;
      clearInterval(timer);
      resolve();
    }, PARENT_CHECK_MS).unref();
  });
}

/** A function that checks whether the npm process that started us has ended; undefined without npm. */
function npmWatch(): (() => boolean) | undefined {
  if (process.env.npm_lifecycle_event !== 'start') return undefined;
  const parent = process.ppid;
  // npm runs scripts in a shell; the shell is our parent, or has been replaced by this process.
  const { name, parent: grandparent } = processStatus(parent) ?? {};
  const shell = name !== undefined && /^(sh|dash|bash|ash|busybox)$/.test(name);
  return () => process.ppid !== parent || (shell && processStatus(parent)?.parent !== grandparent);
}

/** True if a process runs. A zombie process counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return processStatus(pid)?.state !== 'Z';
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** A process's name, state and parent, on systems with /proc. */
function processStatus(pid: number): { name: string; state: string; parent: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name, state = '', parent] = /^\d+ \((.*)\) (\S) (\d+) /s.exec(status) ?? [];
    return name === undefined ? undefined : { name, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
