import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AuditEvent } from '../audit.ts';
import { type FieldError, fieldError, ParleyError, unavailable } from '../errors.ts';
import { type ArtifactStore, artifactFolder } from '../versions/versions.ts';
import { clashingPaths, isOwnPath, isPortablePath } from './assistant-paths.ts';

/** One revision of a draft: an assistant's folder that the service keeps for an institution. */
export interface Draft {
  institution: string;
  name: string;
  /** The number of this revision, from 1. */
  revision: number;
  /** SHA-256 of the files in hex. Together with the institution, it determines where the files are stored. */
  contentHash: string;
  /** Number of files, and their size in bytes of UTF-8 including paths. */
  files: number;
  bytes: number;
  /** ISO 8601 with milliseconds and `Z`. */
  updatedAt: string;
  updatedBy: string;
  /** SHA-256 in hex of the change and its author, to recognise a repeated write. */
  changeHash: string;
  /** Set on the revision that deleted the draft. A draft created again continues from this number. */
  isDeleted?: true;
}

/** An assistant's files: text by path within its folder, with forward slashes. */
export type DraftFiles = Readonly<Record<string, string>>;

/** New texts by path; null removes a file. */
export type DraftChanges = Readonly<Record<string, string | null>>;

/** Stores every institution's drafts. The files are in the artifact store. */
export interface DraftStore {
  /** The latest revision, deleted or not, or an earlier one. */
  find(institution: string, name: string, revision?: number): Promise<Draft | undefined>;
  /** The latest revision of every draft that is not deleted, by name. */
  list(institution: string): Promise<Draft[]>;
  /**
   * Makes a revision the latest, keeps the earlier ones, and writes the event, atomically.
   * @returns false, with nothing changed, if the latest is not `previous`
   */
  write(next: Draft, previous: Draft | undefined, event: AuditEvent): Promise<boolean>;
}

const MEBIBYTE = 1024 * 1024;

/**
 * The limits of a draft. In one request, `drafts-check` parses YAML, which takes up to 160 times its size and up to 3
 * seconds per mebibyte. The files must also fit into Lambda's answer of 6 MB as JSON in base64; JSON takes two bytes
 * for a quote or line end. All revisions are kept.
 */
export const DRAFT_LIMITS = { drafts: 50, files: 1000, bytes: 2 * MEBIBYTE, revisions: 10_000 } as const;

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** @throws {ParleyError} `invalid_request` */
export function checkDraftName(name: string): void {
  if (!NAME.test(name)) {
    throw fieldError('draft', 'use 1 to 63 lower-case letters, digits, - and _, not beginning with - or _');
  }
}

export interface DraftStores {
  drafts: DraftStore;
  artifacts: Pick<ArtifactStore, 'get' | 'put'>;
}

/** A draft with its files. */
export interface WholeDraft {
  draft: Draft;
  files: DraftFiles;
}

/**
 * Reads a draft and its files.
 * @param revision an earlier revision; default: the latest
 * @throws {ParleyError} `not_found`, or `temporarily_unavailable` if its files cannot be read
 */
export async function readDraft(
  { drafts, artifacts }: { drafts: Pick<DraftStore, 'find'>; artifacts: Pick<ArtifactStore, 'get'> },
  { institution, name, revision }: { institution: string; name: string; revision?: number },
): Promise<WholeDraft> {
  checkDraftName(name);
  const draft = await drafts.find(institution, name, revision);
  if (draft === undefined || draft.isDeleted) throw unknownDraft(name, revision);
  return { draft, files: await filesOf(artifacts, draft) };
}

export interface DraftWrite {
  institution: string;
  name: string;
  /** The revision on which the changes are based; 0 to create the draft. */
  revision: number;
  changes: DraftChanges;
  /** The author of the change, and its audit event. */
  author: string;
  event: AuditEvent;
}

/**
 * Changes files of a draft if its latest revision is the one that the author read, so that authors never overwrite
 * each other's changes. A repeated write gets the first answer. A write that changes nothing adds no revision.
 * @throws {ParleyError} `invalid_request` for an invalid file, `not_found`, `conflict` if the revision is not the
 * latest or a limit is exceeded
 */
export async function writeDraft(stores: DraftStores, write: DraftWrite): Promise<Draft> {
  const { institution, name, author, event } = write;
  checkDraftName(name);
  checkChanges(write.changes);
  const changeHash = sha256(JSON.stringify([author, write.revision, Object.entries(write.changes).sort()]));
  const latest = await stores.drafts.find(institution, name);
  // The same author made the same change to the same revision: this is a retry after a lost answer.
  if (latest?.changeHash === changeHash) return latest;
  checkRevision(latest, write);
  const existing = latest?.isDeleted ? undefined : latest;
  if (existing === undefined) await checkRoom(stores.drafts, institution);
  const before = existing === undefined ? {} : await filesOf(stores.artifacts, existing);
  const files = changed(before, write.changes);
  checkNames(files, write.changes);
  const bytes = checkSize(files);
  const text = JSON.stringify(files);
  const contentHash = sha256(text);
  if (existing?.contentHash === contentHash) return existing;
  const revision = nextRevision(latest);
  if (revision > DRAFT_LIMITS.revisions) throw tooManyRevisions();
  const next: Draft = {
    institution,
    name,
    revision,
    contentHash,
    files: Object.keys(files).length,
    bytes,
    updatedAt: new Date(event.at).toISOString(),
    updatedBy: author,
    changeHash,
  };
  await stores.artifacts.put(contentKey(next), deflateRawSync(text));
  if (await stores.drafts.write(next, latest, event)) return next;
  const winner = await stores.drafts.find(institution, name);
  if (winner?.changeHash === changeHash) return winner;
  throw staleRevision(winner, write);
}

/**
 * Deletes a draft at its latest revision. Its earlier revisions can still be read. Revision numbers are never reused,
 * so no change is mistaken for a change of a later draft of the same name.
 * @throws {ParleyError} `not_found`, or `conflict` if somebody writes at the same time
 */
export async function deleteDraft(
  drafts: Pick<DraftStore, 'find' | 'write'>,
  { institution, name, author, event }: Omit<DraftWrite, 'revision' | 'changes'>,
): Promise<Draft> {
  checkDraftName(name);
  const latest = await drafts.find(institution, name);
  if (latest === undefined || latest.isDeleted) throw unknownDraft(name);
  const last: Draft = {
    ...latest,
    revision: nextRevision(latest),
    updatedAt: new Date(event.at).toISOString(),
    updatedBy: author,
    changeHash: sha256(JSON.stringify([author, latest.revision, 'deleted'])),
    isDeleted: true,
  };
  if (await drafts.write(last, latest, event)) return latest;
  throw new ParleyError(
    'conflict',
    `Somebody writes to the draft ${name}. Look at it again before you delete it.`,
  );
}

const nextRevision = (latest: Draft | undefined): number => (latest?.revision ?? 0) + 1;

function checkRevision(latest: Draft | undefined, write: DraftWrite): void {
  const isThere = latest !== undefined && !latest.isDeleted;
  if (!isThere && write.revision > 0) throw unknownDraft(write.name);
  if (isThere && latest.revision !== write.revision) throw staleRevision(latest, write);
}

async function checkRoom(drafts: DraftStore, institution: string): Promise<void> {
  if ((await drafts.list(institution)).length < DRAFT_LIMITS.drafts) return;
  throw new ParleyError('conflict', `An institution may have ${DRAFT_LIMITS.drafts} drafts.`);
}

/** @throws {ParleyError} `invalid_request` naming every path that cannot be a file of a draft */
function checkChanges(changes: DraftChanges): void {
  const faults = Object.entries(changes).flatMap(([path, text]): FieldError[] => {
    const field = `files.${path.slice(0, 200)}`;
    if (!isOwnPath(path) || !isPortablePath(path)) return [{ field, message: NO_FILE_OF_AN_ASSISTANT }];
    if (text === null || isPlainText(text)) return [];
    return [{ field, message: 'send plain text: it has control characters or halves of characters' }];
  });
  const [first] = faults;
  if (first === undefined) return;
  throw new ParleyError('invalid_request', `${first.field}: ${first.message}`, {
    fields: faults.slice(0, MAX_FAULTS),
  });
}

const MAX_FAULTS = 20;
const NO_FILE_OF_AN_ASSISTANT =
  'no file of an assistant: use assistant.yaml, competencies/NAME.yaml, entities/NAME.yaml, tests/NAME.yaml, ' +
  'tests/recorded/NAME.json, faq/NAME.json or faq/NAME/NAME.md, with names that every system can have';

/** No control characters except tabs and line ends: each of the others would take six bytes as JSON. */
const isPlainText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text);

const changed = (files: DraftFiles, changes: DraftChanges): DraftFiles => {
  const texts = new Map<string, string | null>([...Object.entries(files), ...Object.entries(changes)]);
  const kept = [...texts].filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** @throws {ParleyError} `invalid_request` */
function checkNames(files: DraftFiles, changes: DraftChanges): void {
  const isNew = (path: string) => Number(Object.hasOwn(changes, path));
  const [first, second] = clashingPaths(Object.keys(files).sort((a, b) => isNew(a) - isNew(b))) ?? [];
  if (first === undefined) return;
  const message = `some systems cannot have this file beside ${first}: give one of them another name`;
  throw fieldError(`files.${second}`, message);
}

function checkSize(files: DraftFiles): number {
  const entries = Object.entries(files);
  const bytes = entries.reduce((sum, parts) => sum + Buffer.byteLength(parts.join('')), 0);
  if (entries.length > DRAFT_LIMITS.files) {
    throw new ParleyError('conflict', `A draft may have ${DRAFT_LIMITS.files} files, not ${entries.length}.`);
  }
  if (bytes > DRAFT_LIMITS.bytes) {
    throw new ParleyError(
      'conflict',
      `The files of a draft may have ${DRAFT_LIMITS.bytes} bytes, not ${bytes}.`,
    );
  }
  return bytes;
}

async function filesOf(artifacts: Pick<ArtifactStore, 'get'>, draft: Draft): Promise<DraftFiles> {
  const packed = await artifacts.get(contentKey(draft));
  if (packed === undefined) throw unavailable(new Error('the files of a draft are missing'));
  const text = inflateRawSync(packed, { maxOutputLength: 3 * DRAFT_LIMITS.bytes }).toString('utf8');
  if (sha256(text) !== draft.contentHash) throw unavailable(new Error('the files of a draft were altered'));
  return JSON.parse(text);
}

const contentKey = ({ institution, contentHash }: Draft): string =>
  `${draftFolder(institution)}${contentHash}.draft`;

/** The key prefix of all files of an institution's drafts in the artifact store. */
export const draftFolder = (institution: string): string => `${artifactFolder(institution)}drafts/`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every revision and its files are kept. */
const tooManyRevisions = (): ParleyError =>
  new ParleyError(
    'conflict',
    `A draft may have ${DRAFT_LIMITS.revisions} revisions: go on in a draft of another name.`,
  );

const unknownDraft = (name: string, revision?: number): ParleyError =>
  new ParleyError(
    'not_found',
    revision === undefined
      ? `There is no draft ${name}.`
      : `There is no revision ${revision} of a draft ${name}.`,
  );

function staleRevision(latest: Draft | undefined, { name, revision }: DraftWrite): ParleyError {
  const message =
    latest === undefined || latest.isDeleted
      ? `the draft ${name} does not exist any more: somebody has deleted it`
      : `the draft ${name} is at revision ${latest.revision}, written by ${latest.updatedBy}, and this change is based on ` +
        `revision ${revision}: read the draft again, make the change in what you read, and send revision ${latest.revision}`;
  return new ParleyError('conflict', `revision: ${message}`, { fields: [{ field: 'revision', message }] });
}
