import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/**
 * The folder of somebody else's project that has installed a packed package of ours, and the types of Node and React.
 * @param workspace the package's folder
 * @param name the package's name in `@parley`
 */
export async function projectWith(workspace: string, name: string): Promise<string> {
  const project = await temporaryFolder();
  const packed = ['pack', ROOT + workspace, '--pack-destination', project, '--silent'];
  await run('npm', packed, { cwd: ROOT, env: { ...process.env, npm_config_offline: 'true' } });
  const [tarball = ''] = (await readdir(project)).filter((file) => file.endsWith('.tgz'));
  const scope = path.join(project, 'node_modules/@parley');
  await mkdir(scope, { recursive: true });
  await run('tar', ['-xzf', path.join(project, tarball), '-C', scope]);
  await cp(path.join(scope, 'package'), path.join(scope, name), { recursive: true });
  await mkdir(path.join(project, 'node_modules/@types'));
  for (const types of ['node', 'react']) {
    await symlink(`${ROOT}node_modules/@types/${types}`, path.join(project, 'node_modules/@types', types));
  }
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  return project;
}
