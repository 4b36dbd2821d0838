/** The texts of a draft's files by path. */
export type Files = Readonly<Record<string, string>>;

/** A revision of a draft, as read from the service. */
export interface Revision {
  revision: number;
  files: Files;
  updatedBy: string;
}

/** New texts by path; null removes a file. */
export type Changes = Record<string, string | null>;

/** An author's copy of a draft: the revision that was read, and the current files in the browser. */
export interface WorkingCopy {
  base: Revision;
  files: Files;
  /** Another author's later revision, while it conflicts with this copy. */
  theirs?: Revision;
  /** The chosen version of each file in conflict, by path. */
  settled?: Readonly<Record<string, 'mine' | 'theirs'>>;
}

/** The changes that turn `before` into `after`. */
export function changesBetween(before: Files, after: Files): Changes {
  const changes: Changes = {};
  for (const path of Object.keys(before)) if (!Object.hasOwn(after, path)) changes[path] = null;
  for (const [path, text] of Object.entries(after)) if (before[path] !== text) changes[path] = text;
  return changes;
}

/** Applies changes to files. */
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

/** The unresolved conflicts: files that two authors have changed differently since the same revision. */
export function conflictsOf({ base, files, theirs, settled = {} }: WorkingCopy): string[] {
  if (theirs === undefined) return [];
  const changes = changesBetween(base.files, theirs.files);
  return changedPaths({ base, files })
    .filter((path) => Object.hasOwn(changes, path) && files[path] !== theirs.files[path])
    .filter((path) => !Object.hasOwn(settled, path))
    .sort();
}

/**
 * Rebases onto another author's revision once there are no conflicts: takes over their changes to other
 * files, and keeps the author's changes as unsaved.
 */
export function rebased(copy: WorkingCopy): WorkingCopy {
  const { base, files, theirs, settled = {} } = copy;
  if (theirs === undefined || conflictsOf(copy).length > 0) return copy;
  const mine = Object.entries(changesBetween(base.files, files)).filter(
    ([path]) => settled[path] !== 'theirs',
  );
  return { base: theirs, files: withChanges(theirs.files, Object.fromEntries(mine)) };
}

/** The service's limit for a request. */
const MAX_REQUEST_BYTES = 256 * 1024;
/** Bytes of a request besides its files. */
const FRAME_BYTES = 64;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/**
 * Splits the changes into as few requests as the limit allows; a file over the limit gets a request of its
 * own.
 */
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
