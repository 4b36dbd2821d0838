import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openDataFolder } from '../../local/data-folder.ts';
import { readRunning } from '../../local/running-note.ts';
import { storeEnvironment } from '../../local/store.ts';
import { startEchoServer } from '../conformance/support/echo-server.ts';
import { removeFolder, temporaryFolder } from './folder.ts';
import { permissionFaults } from './permissions.ts';
import { type Demo, startedAs, startService } from './service.ts';
import { type SharedService, tellOf } from './shared-service.ts';

/**
 * Starts one service for the whole conformance suite, and gives every file its address and credentials when it is up.
 * Training takes half a minute, in which other tests run. If `PARLEY_DEMO` names the `demo.json` of a running service,
 * that service is tested instead, at `PARLEY_BASE_URL` if set.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { PARLEY_DEMO, PARLEY_BASE_URL } = process.env;
  if (PARLEY_BASE_URL && !PARLEY_DEMO)
    throw new Error("PARLEY_BASE_URL needs PARLEY_DEMO: the path of that service's demo.json");
  const starting = PARLEY_DEMO ? runningService(PARLEY_DEMO, PARLEY_BASE_URL) : ownService();
  const { socket, stop } = await tellOf(starting.then(({ service }) => service));
  project.provide('sharedService', socket);
  return async () => {
    await stop();
    await (await starting).end();
  };
}

/** A service and how to stop it. */
interface Started {
  service: SharedService;
  end: () => Promise<void>;
}

async function runningService(demoFile: string, baseUrl: string | undefined): Promise<Started> {
  const demo: Demo = JSON.parse(await readFile(demoFile, 'utf8'));
  return {
    service: {
      demo: { ...demo, base_url: baseUrl || demo.base_url },
      storeEnvironment: {},
      pid: 0,
      echoServer: '',
    },
    end: async () => undefined,
  };
}

/** @throws {Error} if it does not start */
async function ownService(): Promise<Started> {
  const folder = openDataFolder(await temporaryFolder());
  const echoServer = await startEchoServer();
  const service = await startService(folder.path);
  const { endpoint } = (await readRunning(folder)) ?? {};
  if (endpoint === undefined) throw new Error('the service did not record the address of its store');
  return {
    service: {
      demo: service.demo,
      storeEnvironment: storeEnvironment(folder, endpoint),
      pid: service.pid,
      echoServer: echoServer.url,
    },
    async end() {
      const code = await service.end();
      if (code !== 0) process.stderr.write(`The service ended with ${code}:\n${service.output()}\n`);
      await echoServer.stop();
      const faults = startedAs() === 'lambda' ? await permissionFaults(folder) : [];
      await removeFolder(folder.path);
      if (faults.length > 0) throw new Error(`Policies and actual use differ:\n${faults.join('\n')}`);
    },
  };
}
