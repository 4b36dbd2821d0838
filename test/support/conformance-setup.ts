import type { TestProject } from 'vitest/node';
import { openDataFolder, readJson } from '../../infra/local/data-folder.ts';
import { runningEndpoint, storeEnvironment } from '../../infra/local/store.ts';
import { removeFolder, startService, temporaryFolder } from './service.ts';

/** Starts one service for the whole conformance suite, and hands its address and credentials to every file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = openDataFolder(await temporaryFolder());
  const service = await startService(folder.path);
  const endpoint = runningEndpoint(await readJson(folder.runningFile));
  if (endpoint === undefined) throw new Error('the service did not write down where its store is');
  project.provide('demo', service.demo);
  project.provide('storeEnvironment', storeEnvironment(folder, endpoint));
  return async () => {
    await service.end();
    await removeFolder(folder.path);
  };
}
