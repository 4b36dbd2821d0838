import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { type DeployOptions, deploy, type LocalDeployment } from '../../local/lambda/service.ts';
import { EXAMPLE } from '../../local/publish.ts';
import { type Demo, openService, type Stop } from '../../local/service.ts';

/** The stack as on AWS, with the example assistant and its own data folder. */
export async function deployExample(
  folderPath: string,
  stops: Stop[],
  running: Pick<DeployOptions, 'environments' | 'variables'> = {},
): Promise<{ folder: DataFolder; parts: LocalDeployment; demo: Demo }> {
  const folder = openDataFolder(folderPath);
  const options = {
    ...running,
    folder,
    port: 0,
    assistants: [EXAMPLE],
    onProgress: () => undefined,
    onFault: () => undefined,
  };
  const parts = await deploy(options, stops);
  return { folder, parts, demo: await openService(options, parts, stops) };
}

/** Runs the work with a temporary folder, then stops everything it started in reverse order and ends the process. */
export async function runOnce(work: (folderPath: string, stops: Stop[]) => Promise<void>): Promise<never> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const stops: Stop[] = [];
  try {
    await work(folder, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
    await rm(folder, { recursive: true, force: true });
  }
  process.exit();
}
