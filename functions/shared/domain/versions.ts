import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { fieldError, ParleyError } from './errors.ts';

/** A published AI version: what is known of an artifact without opening it. Never changes once published. */
export interface AiVersion {
  institution: string;
  /** UUID, derived from the institution and the content: the same content is the same version. */
  id: string;
  /** The assistant's own name. */
  name: string;
  /** SHA-256 of the artifact, hex. */
  contentHash: string;
  artifactBytes: number;
  languages: { default: string; supported: string[] };
  /** ISO 8601 with milliseconds and `Z`. */
  createdAt: string;
  /** Who published it, as the operator's tool names itself. */
  createdBy: string;
}

/** Where a version can be put to use: an application (`env_name:app_name`), or the platform's default. */
export type Target = string;
export const DEFAULT_TARGET = 'default';

/** Which version serves a target, or served it when it is read from the history. */
export interface Assignment {
  institution: string;
  target: Target;
  versionId: string;
  /** Counts the assignments of this target from 1. */
  revision: number;
  assignedAt: string;
  assignedBy: string;
}

/** Keeps the versions of every institution and what serves where. */
export interface VersionStore {
  /** @returns false where the institution has that version already; nothing is changed then */
  insert(version: AiVersion): Promise<boolean>;
  find(institution: string, id: string): Promise<AiVersion | undefined>;
  /** Every version, in order of creation. */
  list(institution: string): Promise<AiVersion[]>;
  findAssignment(institution: string, target: Target): Promise<Assignment | undefined>;
  /** What serves each target now, by target. */
  listAssignments(institution: string): Promise<Assignment[]>;
  /** Every assignment that a target has had, the first one first. */
  listHistory(institution: string, target: Target): Promise<Assignment[]>;
  /** Makes `next` the assignment of its target if `previous` still is; both or neither with its history. */
  assign(next: Assignment, previous?: Assignment): Promise<'assigned' | 'overtaken' | 'unknown_version'>;
  /** Forgets a version that serves no target. */
  remove(institution: string, id: string): Promise<'removed' | 'assigned' | 'unknown_version'>;
}

/** Keeps artifacts by key; the bytes of a key never change. */
export interface ArtifactStore {
  put(key: string, artifact: Uint8Array): Promise<void>;
  /** @returns undefined where nothing has that key */
  get(key: string): Promise<Uint8Array | undefined>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const APPLICATION = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}:[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

export const isUuid = (text: string): boolean => UUID.test(text);

/** True for `env_name:app_name`: letters, digits, `_`, `.` and `-`, each name 1 to 63 of them (SPEC §2.3). */
export const isApplication = (text: string): boolean => APPLICATION.test(text);

/** Sixteen bytes of a digest in the form of a UUID (version 8, RFC 9562 §5.8). */
export function uuidFromDigest(digest: Uint8Array): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Where a version's artifact is kept; known without a read, so that a session need not look it up. */
export const artifactKey = (institution: string, versionId: string): string =>
  `${institution}/${versionId}.parley`;

export interface Publication {
  institution: string;
  artifact: Uint8Array;
  name: string;
  languages: { default: string; supported: string[] };
  publishedBy: string;
}

/**
 * Publishes an artifact. The same content published again is the same version, and changes nothing.
 * @returns the version, and whether this call made it
 */
export async function publishVersion(
  { versions, artifacts, now }: { versions: VersionStore; artifacts: ArtifactStore; now: Clock },
  { institution, artifact, name, languages, publishedBy }: Publication,
): Promise<{ version: AiVersion; created: boolean }> {
  const contentHash = createHash('sha256').update(artifact).digest('hex');
  const id = uuidFromDigest(createHash('sha256').update(`version:${institution}:${contentHash}`).digest());
  const version: AiVersion = {
    institution,
    id,
    name,
    contentHash,
    artifactBytes: artifact.byteLength,
    languages,
    createdAt: new Date(now()).toISOString(),
    createdBy: publishedBy,
  };
  // The artifact comes first: a version that can be found can be loaded.
  await artifacts.put(artifactKey(institution, id), artifact);
  if (await versions.insert(version)) return { version, created: true };
  return { version: (await versions.find(institution, id)) ?? version, created: false };
}

export interface AssignmentRequest {
  institution: string;
  /** `env_name:app_name`, or `default`. */
  target: Target;
  versionId: string;
  assignedBy: string;
}

/**
 * Puts a version to use. Assigning what is assigned already changes nothing.
 * @throws {ParleyError} `invalid_request` for a target of another form, `not_found` for an unknown version,
 *   `conflict` where someone else assigned the same target at the same moment
 */
export async function assignVersion(
  { versions, now }: { versions: VersionStore; now: Clock },
  { institution, target, versionId, assignedBy }: AssignmentRequest,
): Promise<Assignment> {
  if (target !== DEFAULT_TARGET && !isApplication(target)) {
    throw fieldError(
      'application',
      'give it as env_name:app_name, for example prod:bank; letters, digits, "_", "." and "-", 1 to 63 in each name',
    );
  }
  const id = versionId.toLowerCase();
  const previous = await versions.findAssignment(institution, target);
  if (previous?.versionId === id) return previous;
  const next: Assignment = {
    institution,
    target,
    versionId: id,
    revision: (previous?.revision ?? 0) + 1,
    assignedAt: new Date(now()).toISOString(),
    assignedBy,
  };
  const outcome = await versions.assign(next, previous);
  if (outcome === 'unknown_version') throw unknownVersion(institution, versionId);
  if (outcome === 'overtaken') {
    throw new ParleyError(
      'conflict',
      `${target} was assigned by someone else at the same moment. Look at what serves it now, then try again.`,
    );
  }
  return next;
}

/** Makes a version the platform's default, under the rules of `assignVersion`. */
export const setDefaultVersion = (
  deps: { versions: VersionStore; now: Clock },
  request: Omit<AssignmentRequest, 'target'>,
): Promise<Assignment> => assignVersion(deps, { ...request, target: DEFAULT_TARGET });

/**
 * Forgets a version. Its artifact stays, for the sessions that began with it.
 * @throws {ParleyError} `not_found`, or `conflict` while an application or the default uses it
 */
export async function deleteVersion(
  versions: VersionStore,
  institution: string,
  versionId: string,
): Promise<void> {
  const id = versionId.toLowerCase();
  const outcome = await versions.remove(institution, id);
  if (outcome === 'unknown_version') throw unknownVersion(institution, id);
  if (outcome === 'assigned') {
    const users = (await versions.listAssignments(institution)).filter(({ versionId }) => versionId === id);
    const names = users.map(({ target }) => target).join(', ');
    throw new ParleyError('conflict', `The version serves ${names}. Assign another one there first.`);
  }
}

const unknownVersion = (institution: string, id: string): ParleyError =>
  new ParleyError('not_found', `${institution} has no AI version ${id}.`);
