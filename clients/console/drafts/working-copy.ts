/** The texts of a draft's files by path. */
export type Files = Readonly<Record<string, string>>;

/** A revision of a draft as the service answered it. */
export interface Revision {
  revision: number;
  files: Files;
  updatedBy: string;
}

/** New texts by path; null removes a file. */
export type Changes = Record<string, string | null>;

/** What an author has of a draft: the revision that was read, and the files as they are now in the browser. */
export interface WorkingCopy {
  base: Revision;
  files: Files;
  /** A later revision of somebody else, while files that both have changed are not yet settled. */
  theirs?: Revision;
  /** By path, whose version of a file that both have changed stays. */
  settled?: Readonly<Record<string, 'mine' | 'theirs'>>;
}

/** What makes `before` the same as `after`. */
export function changesBetween(before: Files, after: Files): Changes {
  const changes: Changes = {};
  for (const path of Object.keys(before)) if (!Object.hasOwn(after, path)) changes[path] = null;
  for (const [path, text] of Object.entries(after)) if (before[path] !== text) changes[path] = text;
  return changes;
}

/** The files with changes made to them. */
export function withChanges(files: Files, changes: Readonly<Changes>): Files {
  const result: Record<string, string> = { ...files };
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) delete result[path];
    else result[path] = text;
  }
  return result;
}

export const changedPaths = ({ base, files }: WorkingCopy): string[] =>
  Object.keys(changesBetween(base.files, files));

/** The files that two authors have changed differently since the same revision, and that are not settled. */
export function conflictsOf({ base, files, theirs, settled = {} }: WorkingCopy): string[] {
  if (theirs === undefined) return [];
  const changes = changesBetween(base.files, theirs.files);
  return changedPaths({ base, files })
    .filter((path) => Object.hasOwn(changes, path) && files[path] !== theirs.files[path])
    .filter((path) => !Object.hasOwn(settled, path))
    .sort();
}

/**
 * Goes on from somebody else's revision once nothing is in conflict: their changes to other files are taken over, and
 * the author's changes remain to be saved.
 */
export function rebased(copy: WorkingCopy): WorkingCopy {
  const { base, files, theirs, settled = {} } = copy;
  if (theirs === undefined || conflictsOf(copy).length > 0) return copy;
  const mine = Object.entries(changesBetween(base.files, files)).filter(
    ([path]) => settled[path] !== 'theirs',
  );
  return { base: theirs, files: withChanges(theirs.files, Object.fromEntries(mine)) };
}

/** A request to the service has at most 256 KiB. */
const MAX_REQUEST_BYTES = 256 * 1024;
/** Bytes of a request around its files. */
const FRAME_BYTES = 64;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** The changes in as few requests as the service's limit allows; a file that is too large by itself is a request of its own. */
export function inRequests(changes: Readonly<Changes>): Changes[] {
  const requests: Changes[] = [];
  let room = 0;
  for (const [path, text] of Object.entries(changes)) {
    const bytes = bytesOf({ [path]: text });
    const last = requests.at(-1);
    if (last === undefined || bytes > room) {
      requests.push({ [path]: text });
      room = MAX_REQUEST_BYTES - FRAME_BYTES - bytes;
    } else {
      last[path] = text;
      room -= bytes;
    }
  }
  return requests;
}
