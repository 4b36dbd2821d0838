import { readFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openDataFolder } from '../../local/data-folder.ts';
import { readRunning, storeEnvironment } from '../../local/store.ts';
import { startEchoServer } from '../conformance/support/echo-server.ts';
import { removeFolder, temporaryFolder } from './folder.ts';
import { permissionFaults } from './permissions.ts';
import { type Demo, startedAs, startService } from './service.ts';

/**
 * Starts one service for the whole conformance suite, and hands its address and credentials to every file. Where
 * `PARLEY_DEMO` names the `demo.json` of a service that runs already, that one is judged, at `PARLEY_BASE_URL` if
 * given.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { PARLEY_DEMO, PARLEY_BASE_URL } = process.env;
  if (PARLEY_DEMO) {
    const demo: Demo = JSON.parse(await readFile(PARLEY_DEMO, 'utf8'));
    project.provide('demo', { ...demo, base_url: PARLEY_BASE_URL || demo.base_url });
    project.provide('storeEnvironment', {});
    project.provide('servicePid', 0);
    project.provide('echoServer', '');
    return async () => undefined;
  }
  if (PARLEY_BASE_URL)
    throw new Error("PARLEY_BASE_URL needs PARLEY_DEMO: the path of that service's demo.json");
  const folder = openDataFolder(await temporaryFolder());
  const echoServer = await startEchoServer();
  const service = await startService(folder.path);
  const running = await readRunning(folder);
  if (running === undefined) throw new Error('the service did not write down where its store is');
  project.provide('demo', service.demo);
  project.provide('servicePid', service.pid);
  project.provide('storeEnvironment', storeEnvironment(folder, running.endpoint));
  project.provide('echoServer', echoServer.url);
  return async () => {
    const code = await service.end();
    if (code !== 0) process.stderr.write(`The service ended with ${code}:\n${service.output()}\n`);
    await echoServer.stop();
    const faults = startedAs() === 'lambda' ? await permissionFaults(folder) : [];
    await removeFolder(folder.path);
    if (faults.length > 0) throw new Error(`Policies and what was done differ:\n${faults.join('\n')}`);
  };
}
