import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 5000;

/** The commit that a folder stands at and who wrote it; nothing where git does not know the folder. */
export async function readCommit(folder: string): Promise<{ author?: string; commit?: string }> {
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', ['-C', folder, ...args], { timeout: TIMEOUT_MS })).stdout.trim();
  try {
    const [commit = '', author = ''] = (await git('log', '-1', '--format=%H%n%an <%ae>')).split('\n');
    const changes = await git('status', '--porcelain', '--', '.');
    return { author, commit: changes === '' ? commit : `${commit}-dirty` };
  } catch {
    return {};
  }
}
