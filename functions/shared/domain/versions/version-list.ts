import { fieldError } from '../errors.ts';
import type { AiVersion } from './versions.ts';

/**
 * A page of an institution's versions, and the id with which the next page begins; the id is absent on the last page.
 */
export interface VersionPage {
  versions: AiVersion[];
  next?: string;
}

/**
 * A page of versions. The cursor is a version id, which is unique across institutions.
 * @param versions all of the institution's, in order of creation
 * @throws {ParleyError} `invalid_request` if the cursor's version does not exist or was deleted
 */
export function pageOfVersions(
  versions: readonly AiVersion[],
  { limit, after }: { limit: number; after?: string | undefined },
): VersionPage {
  const place = after === undefined ? -1 : versions.findIndex(({ id }) => id === after);
  if (after !== undefined && place === -1) {
    throw fieldError(
      'cursor',
      'send a cursor from an earlier answer, or start again: its version may have been deleted',
    );
  }
  const page = versions.slice(place + 1, place + 1 + limit);
  const last = page.at(-1);
  const hasMore = place + 1 + limit < versions.length;
  return { versions: page, ...(hasMore && last && { next: last.id }) };
}
