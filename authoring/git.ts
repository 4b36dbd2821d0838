import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 5000;

/**
 * A folder may be somebody else's, its repository with it, and the settings of a repository name programs that git runs
 * by itself. What is said here counts more. A repository without a `.git`, which a clone can bring along among its
 * files, is none.
 */
const RUN_NOTHING = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
].flatMap((setting) => ['-c', setting]);

/** Settings by which git fetches nothing that is missing, by whatever program, and writes nothing. */
const FETCH_NOTHING = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };

/** A filter of the repository's own, which every comparison of files would run. */
const OWN_FILTER = /^(?:local|worktree)\tfilter\./m;

/**
 * The commit that a folder stands at and who wrote it; nothing where git does not know the folder, or has to run a
 * program of the folder's to tell.
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
