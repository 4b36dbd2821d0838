import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Reads processes from Linux's /proc; finds none on other systems.

/** Every direct and indirect child of a process, including zombies. */
export function childrenOf(pid: number): number[] {
  const direct = Map.groupBy(allProcesses(), (candidate) => processOf(candidate)?.parent);
  const below = (parent: number): number[] =>
    (direct.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** A process's state letter and parent; undefined if it does not exist. */
export function processOf(pid: number): { state: string; parent: number } | undefined {
  const [, state = '', parent] = /^\d+ \(.*\) (\S) (\d+) /s.exec(textOf(pid, 'stat')) ?? [];
  return state === '' ? undefined : { state, parent: Number(parent) };
}

/** The program that the process runs, or its script if that is Node; empty for an ended process. */
export function programOf(pid: number): string {
  const [program = '', ...words] = textOf(pid, 'cmdline')
    .split('\0')
    .map((word) => path.basename(word));
  return (program === 'node' ? words.find((word) => /\.m?[jt]s$/.test(word)) : program) ?? program;
}

/** The process's resident memory in megabytes; NaN if it does not exist. */
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

/** Empty if there is no such process. */
function textOf(pid: number, file: 'stat' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The total running time of a process's threads, counted by Linux's scheduler in nanoseconds. */
export function cpuMicroseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => scheduled(pid, Number(thread)).ran);
  return threads.reduce((sum, value) => sum + value, 0) / 1000;
}

/** How long a process's main thread has waited for a processor that others had. */
export const starvedMilliseconds = (pid: number): number => scheduled(pid, pid).waited / 1e6;

/** Nanoseconds of a thread; 0 for one that ends between listing and reading, which may happen at any time. */
function scheduled(pid: number, thread: number): { ran: number; waited: number } {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return { ran: Number(ran), waited: Number(waited) };
  } catch (error) {
    if (isGone(error)) return { ran: 0, waited: 0 };
    throw error;
  }
}

/** Linux reports ENOENT for an ended thread, and ESRCH for one that ends while its file is open. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
