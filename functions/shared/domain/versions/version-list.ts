import { fieldError } from '../errors.ts';
import type { AiVersion } from './versions.ts';

/** Some of an institution's versions, and the one after which the next page begins; absent at the end. */
export interface VersionPage {
  versions: AiVersion[];
  next?: string;
}

/**
 * A page of versions. It goes on after a version by its id, which no other institution's version has.
 * @param versions all of the institution's, in order of creation
 * @throws {ParleyError} `invalid_request` where none of them is the one to go on after, or it was deleted meanwhile
 */
export function pageOfVersions(
  versions: readonly AiVersion[],
  { limit, after }: { limit: number; after?: string | undefined },
): VersionPage {
  const place = after === undefined ? -1 : versions.findIndex(({ id }) => id === after);
  if (after !== undefined && place === -1) {
    throw fieldError('cursor', 'send one that an answer gave you, or begin anew: its version may be deleted');
  }
  const page = versions.slice(place + 1, place + 1 + limit);
  const last = page.at(-1);
  const hasMore = place + 1 + limit < versions.length;
  return { versions: page, ...(hasMore && last && { next: last.id }) };
}
