import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ParleyError } from '../errors.ts';
import type { VersionDeed } from './deeds.ts';

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
  /** The publisher, as the operator's tool names itself. */
  createdBy: string;
  provenance?: Provenance;
  /** Its deeds, with every way into them; absent of versions from before they were kept. */
  deeds?: VersionDeed[];
}

/** The origin of the content, as far as whoever published it first could tell. */
export interface Provenance {
  /** The author of the commit, as git names them. */
  author?: string;
  /** The commit of git, in full; with `-dirty` where files had changed since. */
  commit?: string;
  /** The numbers of conversation tests that passed and that failed. */
  tests?: { passed: number; failed: number };
}

/** A place where a version can be put to use: an application (`env_name:app_name`), or the platform's default. */
export type Target = string;
export const DEFAULT_TARGET = 'default';

/** The version that serves a target, or that served it, in the history. */
export interface Assignment {
  institution: string;
  target: Target;
  versionId: string;
  /** Counts the assignments of this target from 1. */
  revision: number;
  assignedAt: string;
  assignedBy: string;
  /** A second version that some users get, always the same ones; `percent` is above 0 and below 100. */
  canary?: Canary;
  /** The revision that this one went back to. */
  restores?: number;
}

export interface Canary {
  versionId: string;
  percent: number;
}

/** Keeps the versions of every institution and what serves where. */
export interface VersionStore {
  /** @returns false where the institution has that version already; nothing is changed then */
  insert(version: AiVersion): Promise<boolean>;
  find(institution: string, id: string): Promise<AiVersion | undefined>;
  /** Every version, in order of creation. */
  list(institution: string): Promise<AiVersion[]>;
  findAssignment(institution: string, target: Target): Promise<Assignment | undefined>;
  /** The assignments of all targets as they are now. */
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
  /** @throws {Error} where the store cannot be reached */
  reach(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const APPLICATION = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}:[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

export const isUuid = (text: string): boolean => UUID.test(text);

/** True for `env_name:app_name`: letters, digits, `_`, `.` and `-`, each name 1 to 63 of them. */
export const isApplication = (text: string): boolean => APPLICATION.test(text);

/** Sixteen bytes of a digest in the form of a UUID (version 8, RFC 9562 §5.8). */
export function uuidFromDigest(digest: Uint8Array): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The key of a version's artifact; known without a read, so that a session need not look it up. */
export const artifactKey = (institution: string, versionId: string): string =>
  `${artifactFolder(institution)}${versionId}.parley`;

/** The beginning of the keys of all artifacts of an institution. */
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

/** The identity of a version: the same content in the same institution has the same UUID. */
export function identify(institution: string, artifact: Uint8Array): { id: string; contentHash: string } {
  const contentHash = createHash('sha256').update(artifact).digest('hex');
  const id = uuidFromDigest(createHash('sha256').update(`version:${institution}:${contentHash}`).digest());
  return { id, contentHash };
}

/** An artifact whose bytes are not those that its version was published with. Holds none of them. */
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
 * Reads a version's artifact. The version's id is made of the institution and of every byte, so that no other bytes
 * pass for them, and no record has to be read beside them.
 * @returns undefined where there is none
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
 * Publishes an artifact. The same content published again is the same version, and changes nothing.
 * @returns the version, and whether this call made it
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
  // The artifact comes first: a version that can be found can be loaded. It is written again in any case, which mends
  // one that was changed.
  await artifacts.put(artifactKey(institution, id), artifact);
  if (await versions.insert(version)) return { version, created: true };
  return { version: (await versions.find(institution, id)) ?? version, created: false };
}

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
    const users = (await versions.listAssignments(institution)).filter((assignment) =>
      serves(assignment, id),
    );
    const names = users.map(({ target }) => target).join(', ');
    throw new ParleyError('conflict', `The version serves ${names}. Assign another one there first.`);
  }
}

/** Tells whether an assignment uses a version, for all or for some. */
export const serves = ({ versionId, canary }: Assignment, id: string): boolean =>
  versionId === id || canary?.versionId === id;

export const unknownVersion = (institution: string, id: string): ParleyError =>
  new ParleyError('not_found', `${institution} has no AI version ${id}.`);
