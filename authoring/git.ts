import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 5000;

/**
 * Options that keep git from running programs that the repository's settings name, since the folder may come
 * from someone else. They also ignore a bare repository without `.git`, which a clone may contain among its
 * files.
 */
const RUN_NOTHING = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
].flatMap((setting) => ['-c', setting]);

/** Keeps git from fetching missing objects, running programs and writing. */
const FETCH_NOTHING = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };

/** A filter in the repository's own settings, which git would run to compare files. */
const OWN_FILTER = /^(?:local|worktree)\tfilter\./m;

/**
 * The commit of a folder and its author; empty if the folder is not in a repository, or if git would have to
 * run a program from its settings.
 */
export async function readCommit(folder: string): Promise<{ author?: string; commit?: string }> {
  const options = { timeout: TIMEOUT_MS, env: { ...process.env, ...FETCH_NOTHING } };
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', ['-C', folder, ...RUN_NOTHING, ...args], options)).stdout.trim();
  try {
    if (OWN_FILTER.test(await git('config', '--list', '--show-scope', '--name-only'))) return {};
    const [commit = '', author = ''] = (await git('log', '-1', '--format=%H%n%an <%ae>')).split('\n');
    const changes = await git('status', '--porcelain', '--ignore-submodules=all', '--', '.');
    return { author, commit: changes === '' ? commit : `${commit}-dirty` };
  } catch {
    return {};
  }
}
