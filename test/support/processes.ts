import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { processOf } from '../../bench/support/processes.ts';

export { childrenOf } from '../../bench/support/processes.ts';

// Reads processes from Linux's /proc.

/** A zombie counts as ended, since nobody may reap it in a container. */
const isAlive = (pid: number): boolean => !['Z', undefined].includes(processOf(pid)?.state);

export async function untilGone(pids: number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}

/** The IPv4 addresses (`address:port`) on which processes listen in this process's network. */
export function listenersOf(pids: readonly number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  const [, ...lines] = readFileSync('/proc/self/net/tcp', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTEN && sockets.has(inode) ? [readAddress(local)] : [];
  });
}

const LISTEN = '0A';

/** The inodes of a process's sockets. */
function socketsOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap(
      (name) => /^socket:\[(\d+)\]$/.exec(linkOf(`${folder}/${name}`))?.[1] ?? [],
    );
  } catch {
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** `0100007F:1F90` is 127.0.0.1:8080: the address is a number in the machine's byte order. */
function readAddress(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const bytes = [...Buffer.from(address, 'hex')].reverse();
  return `${bytes.join('.')}:${Number.parseInt(port, 16)}`;
}
