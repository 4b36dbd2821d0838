import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { inject } from 'vitest';
import { removeFolder, temporaryFolder } from './folder.ts';
import type { Demo } from './service.ts';

/** The service that the conformance suite shares. */
export interface SharedService {
  /** The content of the service's `demo.json`. */
  demo: Demo;
  storeEnvironment: Record<string, string>;
  /** 0 if the suite did not start the service itself. */
  pid: number;
  /** The address of the suite's echo server; empty if the service cannot call it. */
  echoServer: string;
}

type Told = { service: SharedService } | { failure: string };

/**
 * Tells every process that asks about the service as soon as it is up, so that other tests need not wait for it.
 * @returns a socket that only this user can reach
 */
export async function tellOf(
  service: Promise<SharedService>,
): Promise<{ socket: string; stop: () => Promise<void> }> {
  const told = service.then(
    (up): Told => ({ service: up }),
    (error): Told => ({ failure: String(error) }),
  );
  const folder = await temporaryFolder();
  const socket = path.join(folder, 'service');
  const server = createServer((asking) => void told.then((text) => asking.end(JSON.stringify(text))));
  await once(server.listen(socket), 'listening');
  return {
    socket,
    stop: async () => {
      server.close();
      await removeFolder(folder);
    },
  };
}

let joined: SharedService | undefined;

/**
 * Waits until the service is up, once in each process.
 * @throws {Error} if it did not start
 */
export async function joinService(): Promise<void> {
  if (joined !== undefined) return;
  let text = '';
  for await (const chunk of connect(inject('sharedService')).setEncoding('utf8')) text += chunk;
  const told: Told = JSON.parse(text);
  if ('failure' in told) throw new Error(told.failure);
  joined = told.service;
}

export function sharedService(): SharedService {
  if (joined === undefined) throw new Error('the shared service is available only in the conformance suite');
  return joined;
}

export const sharedDemo = (): Demo => sharedService().demo;

/**
 * Connects this test process to the tables and artifacts of the shared service, so that tests can act as operators, for
 * example with `createInstitution` and `createDirectory()`.
 */
export function useSharedStore(): void {
  Object.assign(process.env, sharedService().storeEnvironment);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket that announces the suite's service. */
    sharedService: string;
  }
}
