import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Linux tells of processes in /proc; elsewhere there are none.

/** Every process that a process started, directly or not, those that have ended and were not asked after included. */
export function childrenOf(pid: number): number[] {
  const direct = Map.groupBy(allProcesses(), (candidate) => processOf(candidate)?.parent);
  const below = (parent: number): number[] =>
    (direct.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** A process's state, by its letter, and parent; undefined where there is none. */
export function processOf(pid: number): { state: string; parent: number } | undefined {
  const [, state = '', parent] = /^\d+ \(.*\) (\S) (\d+) /s.exec(textOf(pid, 'stat')) ?? [];
  return state === '' ? undefined : { state, parent: Number(parent) };
}

/** The name of the program that it runs, or of the file where that is Node; empty for one that has ended. */
export function programOf(pid: number): string {
  const [program = '', ...words] = textOf(pid, 'cmdline')
    .split('\0')
    .map((word) => path.basename(word));
  return (program === 'node' ? words.find((word) => /\.m?[jt]s$/.test(word)) : program) ?? program;
}

/** Megabytes of it that are in memory now; not a number where there is none. */
export const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(textOf(pid, 'status'))?.[1]) / 1024;

function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty where there is no such process, or none any more. */
function textOf(pid: number, file: 'stat' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The time that a process's threads have run so far, as Linux's scheduler counts it in nanoseconds. */
export function cpuMicroseconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(threads).map((thread) => nanosecondsOf(`${threads}/${thread}/schedstat`));
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1000;
}

/** 0 of a thread that ends between the listing and the reading: a process at work ends threads at any time. */
function nanosecondsOf(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]);
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

/** Linux says ENOENT for a thread that has ended, and ESRCH for one that ends while its file is open. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
