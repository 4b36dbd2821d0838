import type { AuditEvent } from '../audit.ts';
import type { Grant } from '../credentials/principal.ts';
import type { Scope } from '../credentials/scopes.ts';
import type { Limits } from './limits.ts';

/** A tenant. `name` is its id: part of every key in every table, and the `institution` of a password grant. */
export interface Institution {
  name: string;
  displayName: string;
  /** The most scopes that an App-Key of this institution may have. */
  allowedKeyScopes: Scope[];
  /** Limits on its use; absent where nothing is limited. */
  limits?: Limits;
  /** Set while every request of the institution is refused. */
  isSuspended?: true;
  /** Epoch milliseconds. */
  createdAt: number;
}

export interface User {
  institution: string;
  /** `service_user_id` on the wire: 1–64 printable ASCII characters. */
  userId: string;
  /** As `normalizeUsername` gives it; only for users who sign in themselves. */
  username?: string;
  scopes: Scope[];
  status: UserStatus;
  /** Grows with every change; a credential is made only for the revision that was read. */
  revision: number;
  createdAt: number;
}

export type Status = 'active' | 'disabled';

/** `suspended` is who was active when the institution was suspended, and is again when that ends. */
export type UserStatus = Status | 'suspended';

/** A user's part in a sign-in by user name, in one item. */
export interface Login extends Pick<User, 'institution' | 'userId' | 'scopes' | 'status' | 'revision'> {
  /** A PHC string. */
  passwordHash: string;
}

/** An OAuth client of an institution. */
export interface Client {
  /** `<institution>.<20 base62 characters>`. */
  clientId: string;
  institution: string;
  displayName: string;
  /** Absent for a public client, which cannot keep a secret (RFC 6749 §2.1). */
  secretDigest?: string;
  /** The one before, while it still counts. */
  formerSecret?: FormerSecret;
  grants: Grant[];
  /** Addresses to which its users may be sent back. */
  redirectUris: string[];
  scopes: Scope[];
  /** True where an authorization request needs PKCE though the client has a secret (RFC 9700 §2.1.1). */
  requiresPkce: boolean;
  status: Status;
  /** Grows with every change but of its secrets; a code becomes a token only at the revision that it was made for. */
  revision: number;
  createdAt: number;
}

/** A client's earlier secret, which counts beside the one that followed it. */
export interface FormerSecret {
  digest: string;
  /** Epoch seconds; absent where it counts until it is dropped. */
  endsAt?: number;
}

/** Fields of a client that may change. */
export type ClientChange = Partial<
  Pick<
    Client,
    | 'displayName'
    | 'redirectUris'
    | 'grants'
    | 'scopes'
    | 'requiresPkce'
    | 'status'
    | 'revision'
    | 'secretDigest'
  >
> & {
  /** `null` takes it away. */
  formerSecret?: FormerSecret | null;
};

/** The port of what operators write. Every method writes everything, its event included, or throws and writes nothing. */
export interface Directory {
  /** Strongly consistent. */
  readInstitution(name: string): Promise<Institution | undefined>;
  /** @throws {ParleyError} `conflict` where the name is taken, or was once */
  addInstitution(institution: Institution, event: AuditEvent): Promise<void>;
  /**
   * Adds a user and, where a password hash is given, the login under the user's `username`.
   * @throws {ParleyError} `not_found` without the institution, `conflict` where the id or the name is taken or the
   *   institution is suspended
   */
  addUser(user: User, event: AuditEvent, passwordHash?: string): Promise<void>;
  /** @throws {ParleyError} `not_found` without the institution, `conflict` where the id is taken */
  addClient(client: Client, event: AuditEvent): Promise<void>;
  /** Strongly consistent. */
  readClient(institution: string, clientId: string): Promise<Client | undefined>;
  /** False, with nothing written, where revision or secrets of the client are no longer those that were read. */
  changeClient(read: Client, change: ClientChange, event: AuditEvent): Promise<boolean>;
}

const INSTITUTION_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const USER_ID = /^[\x20-\x7e]{1,64}$/;
const CLIENT_ID = /^([a-z0-9-]{1,63})\.[0-9A-Za-z]{20}$/;
const MAX_USERNAME_LENGTH = 128;

export const isInstitutionName = (text: string): boolean => INSTITUTION_NAME.test(text);

export const isUserId = (text: string): boolean => USER_ID.test(text);

/** The institution that a client id names, or undefined where it is no client id. Only the client item counts. */
export function institutionOfClientId(clientId: string): string | undefined {
  const institution = CLIENT_ID.exec(clientId)?.[1];
  return institution !== undefined && isInstitutionName(institution) ? institution : undefined;
}

/**
 * A user name as it is compared: compatibility forms and letter case folded (RFC 8265 §3.3). Undefined where
 * it is empty, longer than 128 characters, or holds control characters or spaces at its ends.
 */
export function normalizeUsername(text: string): string | undefined {
  if (text.length > MAX_USERNAME_LENGTH || !text.isWellFormed()) return undefined;
  const username = text.normalize('NFKC').toLowerCase();
  if (username === '' || username.length > MAX_USERNAME_LENGTH) return undefined;
  return /\p{C}/u.test(username) || username !== username.trim() ? undefined : username;
}
