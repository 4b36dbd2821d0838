import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** The address, signing secrets, or both behind a name in an assistant (`env:BLS_…`). */
export interface NamedServer {
  url?: string | undefined;
  /**
   * True if the ranges that the deployment allows do not open private networks to `url`: a user of the institution set
   * it, not an operator.
   */
  isPublicOnly?: boolean | undefined;
  /** The secret in Standard Webhooks form and, during a rotation, the earlier one: both sign. */
  secrets?: readonly string[] | undefined;
}

/** The servers by name. */
export type NamedServers = Readonly<Record<string, NamedServer>>;

/**
 * An institution's business-logic names with their addresses and secrets. No other institution's assistants can use
 * them.
 */
export interface BusinessLogicNames {
  /** Names that apply to every application, and without an application. */
  everywhere: NamedServers;
  /** Names by application (`env_name:app_name`); they override the names that apply everywhere. */
  applications: Readonly<Record<string, NamedServers>>;
}

export const NO_NAMES: BusinessLogicNames = { everywhere: {}, applications: {} };

/** Resolves a name. */
export type ServerLookup = (name: string) => NamedServer;

/** An institution's names as stored, sealed with the deployment's key. */
export interface SealedNames {
  /** Number of changes so far. */
  revision: number;
  sealed: Uint8Array;
}

/** True for a valid name after `env:` in an assistant. */
export const isServerName = (text: string): boolean => /^BLS_[A-Z0-9_]{1,60}$/.test(text);

/**
 * Resolves names for sessions of one application, or for sessions without an application. Address and secrets are
 * looked up separately.
 */
export const serversOf =
  ({ everywhere, applications }: BusinessLogicNames, application: string | undefined): ServerLookup =>
  (name) => {
    const ofApplication = (application !== undefined && applications[application]?.[name]) || {};
    const { url, isPublicOnly, ...kept } = everywhere[name] ?? {};
    return { ...kept, ...(ofApplication.url === undefined && { url, isPublicOnly }), ...ofApplication };
  };

const server = z.object({
  url: z.optional(z.string()),
  isPublicOnly: z.optional(z.boolean()),
  secrets: z.optional(z.array(z.string())),
});
const servers = z.record(z.string(), server);
const stored = z.object({ everywhere: servers, applications: z.record(z.string(), servers) });

/** The key that seals names, bound to an institution: another institution's key cannot open them. */
export interface NamesKey {
  deploymentKey: Uint8Array;
  institution: string;
}

/** @param nonce 12 random bytes, never reused */
export const sealNames = (names: BusinessLogicNames, key: NamesKey, nonce: Uint8Array): Uint8Array =>
  seal(Buffer.from(JSON.stringify(names)), namesKey(key), nonce, key.institution);

/** The decrypted names; undefined if the key or the institution differs. */
export function openNames(sealed: Uint8Array, key: NamesKey): BusinessLogicNames | undefined {
  const opened = unseal(sealed, namesKey(key), key.institution);
  return opened && stored.parse(JSON.parse(opened.toString('utf8')));
}

const namesKey = ({ deploymentKey }: NamesKey): Uint8Array =>
  deriveKey(deploymentKey, 'parley business logic names');

/** A name that may be shown: without what could sign or enter. */
export interface ListedName {
  /** `env_name:app_name`; null if the name applies everywhere. */
  application: string | null;
  name: string;
  /** Without its password and its query, which may be credentials; null if only secrets are set. */
  url: string | null;
  /** Fingerprints, the current secret's first. */
  secrets: string[];
}

/** All names of an institution, by application and name. */
export const listedNames = ({ everywhere, applications }: BusinessLogicNames): ListedName[] => [
  ...listed(null, everywhere),
  ...Object.entries(applications)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([application, servers]) => listed(application, servers)),
];

const listed = (application: string | null, servers: NamedServers): ListedName[] =>
  Object.entries(servers)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { url, secrets = [] }]) => ({
      application,
      name,
      url: url === undefined ? null : withoutCredentials(url),
      secrets: secrets.map(fingerprint),
    }));

const FINGERPRINT_LENGTH = 16;

/** Identifies a secret without revealing it: the first 16 hex digits of its SHA-256. */
const fingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH);

const HIDDEN = '***';

function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.password === '' && url.search === '') return text;
  if (url.password !== '') url.password = HIDDEN;
  if (url.search !== '') url.search = HIDDEN;
  return url.href;
}
