import { CallError, type Parley } from '../../typescript/index.ts';
import type { Accepted } from '../accepted.ts';
import { acceptInto } from './accept-into.ts';
import { changesBetween, inRequests } from './working-copy.ts';

/** How often it is tried again on what somebody else has saved meanwhile. */
const MAX_TRIES = 5;

/** Adds accepted phrases to a draft of the service. @returns how many were added, and what has no place there */
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
        ({ revision } = await parley.writeDraft(name, { revision, files: changes }));
      }
      return { added, unplaced };
    } catch (error) {
      const isLate = error instanceof CallError && error.status === 409;
      if (!isLate || tried === MAX_TRIES) throw error;
    }
  }
}
