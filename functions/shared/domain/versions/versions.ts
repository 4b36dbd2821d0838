import { createHash } from 'node:crypto';
import type { AuditEvent } from '../audit.ts';
import type { Clock } from '../clock.ts';
import { fieldError, ParleyError } from '../errors.ts';
import type { VersionDeed } from './deeds.ts';

/** A published AI version: the facts about an artifact. Immutable once published, but for its note. */
export interface AiVersion {
  institution: string;
  /** UUID derived from institution and content: the same content is the same version. */
  id: string;
  /** The assistant's name. */
  name: string;
  /** SHA-256 of the artifact, hex. */
  contentHash: string;
  artifactBytes: number;
  languages: { default: string; supported: string[] };
  /** ISO 8601 with milliseconds and `Z`. */
  createdAt: string;
  /** The publisher's name, from the operator's tool. */
  createdBy: string;
  provenance?: Provenance;
  /** The version's deeds with every way into them; absent in versions of earlier releases. */
  deeds?: VersionDeed[];
  /** What people wrote about it. */
  note?: string;
}

/** The origin of the content, as its first publisher recorded it. */
export interface Provenance {
  /** The commit's author in git. */
  author?: string;
  /** The full git commit; with `-dirty` if files had changed since. */
  commit?: string;
  /** How many conversation tests passed and failed. */
  tests?: { passed: number; failed: number };
}

/** Where a version can be assigned: an application (`env_name:app_name`) or the platform's default. */
export type Target = string;
export const DEFAULT_TARGET = 'default';

/** A version that serves a target, or did so earlier. */
export interface Assignment {
  institution: string;
  target: Target;
  versionId: string;
  /** The number of this assignment of the target, from 1. */
  revision: number;
  assignedAt: string;
  assignedBy: string;
  /** A second version for a fixed group of users; `percent` is above 0 and below 100. */
  canary?: Canary;
  /** The revision that a rollback restored. */
  restores?: number;
}

export interface Canary {
  versionId: string;
  percent: number;
}

/** The version for callers without an application, else the first application's. */
export const servingVersion = (assignments: readonly Assignment[]): string | undefined =>
  (assignments.find(({ target }) => target === DEFAULT_TARGET) ?? assignments[0])?.versionId;

/** Stores every institution's versions and assignments. */
export interface VersionStore {
  /** @returns false, with nothing changed, if the institution already has the version */
  insert(version: AiVersion): Promise<boolean>;
  find(institution: string, id: string): Promise<AiVersion | undefined>;
  /** Every version, in order of creation. */
  list(institution: string): Promise<AiVersion[]>;
  findAssignment(institution: string, target: Target): Promise<Assignment | undefined>;
  /** The current assignments of all targets. */
  listAssignments(institution: string): Promise<Assignment[]>;
  /** Every assignment of a target, oldest first. */
  listHistory(institution: string, target: Target): Promise<Assignment[]>;
  /** Replaces the assignment `previous` by `next` and adds it to the history, atomically. */
  assign(next: Assignment, previous?: Assignment): Promise<'assigned' | 'overtaken' | 'unknown_version'>;
  /**
   * Replaces a version's note and writes the event, atomically; an empty note removes it.
   * @returns false, with nothing changed, if there is no such version
   */
  note(institution: string, id: string, note: string, event: AuditEvent): Promise<boolean>;
  /** Deletes a version that serves no target. */
  remove(institution: string, id: string): Promise<'removed' | 'assigned' | 'unknown_version'>;
}

/** Stores artifacts by key; a key's bytes never change. */
export interface ArtifactStore {
  put(key: string, artifact: Uint8Array): Promise<void>;
  /** @returns undefined if the key does not exist */
  get(key: string): Promise<Uint8Array | undefined>;
  /** @throws {Error} if the store cannot be reached */
  reach(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const APPLICATION = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}:[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

export const isUuid = (text: string): boolean => UUID.test(text);

/** True for `env_name:app_name`, each name 1 to 63 letters, digits, `_`, `.` and `-`. */
export const isApplication = (text: string): boolean => APPLICATION.test(text);

const MAX_NOTE_LENGTH = 500;

/**
 * Changes what people wrote about a version; blanks around it are dropped.
 * @returns the note as it is kept
 * @throws {ParleyError} `invalid_request` for a note of over 500 characters or with control characters; `not_found`
 */
export async function noteVersion(
  versions: Pick<VersionStore, 'note'>,
  { institution, id, note }: { institution: string; id: string; note: string },
  event: AuditEvent,
): Promise<string> {
  const kept = note.trim();
  if ([...kept].length > MAX_NOTE_LENGTH || /(?!\n)[\p{Cc}\p{Cs}]/u.test(kept)) {
    throw fieldError('note', `use at most ${MAX_NOTE_LENGTH} printable characters`);
  }
  if (await versions.note(institution, id, kept, event)) return kept;
  throw unknownVersion(institution, id);
}

/** The first sixteen bytes of a digest as a UUID (version 8, RFC 9562 §5.8). */
export function uuidFromDigest(digest: Uint8Array): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The key of a version's artifact. It needs no read, so a session need not look it up. */
export const artifactKey = (institution: string, versionId: string): string =>
  `${artifactFolder(institution)}${versionId}.parley`;

/** The key prefix of all artifacts of an institution. */
export const artifactFolder = (institution: string): string => `${institution}/`;

export interface Publication {
  institution: string;
  artifact: Uint8Array;
  name: string;
  languages: { default: string; supported: string[] };
  publishedBy: string;
  provenance?: Provenance;
  deeds?: VersionDeed[];
}

/** A version's identity: the same content in the same institution has the same UUID. */
export function identify(institution: string, artifact: Uint8Array): { id: string; contentHash: string } {
  const contentHash = createHash('sha256').update(artifact).digest('hex');
  const id = uuidFromDigest(createHash('sha256').update(`version:${institution}:${contentHash}`).digest());
  return { id, contentHash };
}

/** The artifact's bytes differ from the published ones. The error contains no content. */
export class ArtifactChanged extends Error {
  override name = 'ArtifactChanged';
  readonly institution: string;
  readonly versionId: string;

  constructor(institution: string, versionId: string) {
    super(`The artifact of AI version ${versionId} is not the one that was published.`);
    this.institution = institution;
    this.versionId = versionId;
  }
}

/**
 * Reads a version's artifact and verifies it. The version's id is derived from the institution and every byte, so
 * only the published bytes match it, and no other record is read.
 * @returns undefined if there is none
 * @throws {ArtifactChanged}
 */
export async function readArtifact(
  artifacts: ArtifactStore,
  institution: string,
  versionId: string,
): Promise<Uint8Array | undefined> {
  const id = versionId.toLowerCase();
  const artifact = await artifacts.get(artifactKey(institution, id));
  if (artifact === undefined || identify(institution, artifact).id === id) return artifact;
  throw new ArtifactChanged(institution, id);
}

export interface PublicationDependencies {
  versions: VersionStore;
  artifacts: ArtifactStore;
  now: Clock;
}

/**
 * Publishes an artifact. Publishing the same content again gives the same version and changes nothing.
 * @returns the version, and whether this call created it
 */
export async function publishVersion(
  { versions, artifacts, now }: PublicationDependencies,
  { institution, artifact, name, languages, publishedBy, provenance, deeds }: Publication,
): Promise<{ version: AiVersion; created: boolean }> {
  const { id, contentHash } = identify(institution, artifact);
  const version: AiVersion = {
    institution,
    id,
    name,
    contentHash,
    artifactBytes: artifact.byteLength,
    languages,
    createdAt: new Date(now()).toISOString(),
    createdBy: publishedBy,
    ...(provenance && { provenance }),
    ...(deeds && { deeds }),
  };
  // The artifact is written before the version, so that a version which can be found can be loaded. It is always
  // written, which repairs an altered artifact.
  await artifacts.put(artifactKey(institution, id), artifact);
  if (await versions.insert(version)) return { version, created: true };
  return { version: (await versions.find(institution, id)) ?? version, created: false };
}

/**
 * Deletes a version. Its artifact stays for sessions that began with it.
 * @throws {ParleyError} `not_found`, or `conflict` while it serves an application or is the default
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
    const users = (await versions.listAssignments(institution)).filter((assignment) =>
      serves(assignment, id),
    );
    const names = users.map(({ target }) => target).join(', ');
    throw new ParleyError('conflict', `The version serves ${names}. Assign another version there first.`);
  }
}

/** True if an assignment uses the version, as the main version or as a canary. */
export const serves = ({ versionId, canary }: Assignment, id: string): boolean =>
  versionId === id || canary?.versionId === id;

export const unknownVersion = (institution: string, id: string): ParleyError =>
  new ParleyError('not_found', `${institution} has no AI version ${id}.`);
