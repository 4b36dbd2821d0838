import { CallError, type Parley } from '../../typescript/index.ts';
import type { Accepted } from '../accepted.ts';
import { acceptInto } from './accept-into.ts';
import { changesBetween, inRequests } from './working-copy.ts';

/** Maximum attempts when other authors save at the same time. */
const MAX_TRIES = 5;

/**
 * Adds accepted phrases to a draft in the service. @returns the number of added phrases, and those that could
 * not be added
 */
export async function putInto(
  parley: Parley,
  name: string,
  accepted: readonly Accepted[],
): Promise<{ added: number; unplaced: Accepted[] }> {
  for (let tried = 1; ; tried += 1) {
    const read = await parley.readDraft(name);
    const { files, added, unplaced } = acceptInto(read.files, accepted);
    try {
      let { revision } = read;
      for (const changes of inRequests(changesBetween(read.files, files))) {
        ({ revision } = await parley.writeDraft(name, { revision, files: changes, accepts: true }));
      }
      return { added, unplaced };
    } catch (error) {
      const isLate = error instanceof CallError && error.status === 409;
      if (!isLate || tried === MAX_TRIES) throw error;
    }
  }
}
