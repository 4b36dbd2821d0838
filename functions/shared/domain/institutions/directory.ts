import type { AuditEvent } from '../audit.ts';
import type { Grant } from '../credentials/principal.ts';
import type { Scope } from '../credentials/scopes.ts';
import type { Limits } from './limits.ts';

/** A tenant. `name` is its id: part of every key in every table, and the `institution` of a password grant. */
export interface Institution {
  name: string;
  displayName: string;
  /** The scopes that App-Keys of this institution may have. */
  allowedKeyScopes: Scope[];
  /** Usage limits; absent if there are none. */
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
  /** As normalised by `normalizeUsername`; only for users who sign in themselves. */
  username?: string;
  scopes: Scope[];
  status: UserStatus;
  /** Increases with every change; a credential is created only for the revision that was read. */
  revision: number;
  createdAt: number;
}

export type Status = 'active' | 'disabled';

/** `suspended`: was active when the institution was suspended, and becomes active when that ends. */
export type UserStatus = Status | 'suspended';

/** The user data that a sign-in by user name needs, in one item. */
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
  /** The former secret, while it is still valid. */
  formerSecret?: FormerSecret;
  grants: Grant[];
  /** Addresses to which its users may be redirected. */
  redirectUris: string[];
  scopes: Scope[];
  /** True if authorization requests need PKCE although the client has a secret (RFC 9700 §2.1.1). */
  requiresPkce: boolean;
  status: Status;
  /**
   * Increases with every change except of its secrets; a code can be exchanged only at the revision for which it was
   * issued.
   */
  revision: number;
  createdAt: number;
}

/** A client's earlier secret, valid beside its successor. */
export interface FormerSecret {
  digest: string;
  /** Epoch seconds; absent if it is valid until dropped. */
  endsAt?: number;
}

/** The fields of a client that may change. */
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
  /** `null` removes the former secret. */
  formerSecret?: FormerSecret | null;
};

/** Port of operators' writes. Every method writes everything including its event, or throws and writes nothing. */
export interface Directory {
  /** Strongly consistent. */
  readInstitution(name: string): Promise<Institution | undefined>;
  /** @throws {ParleyError} `conflict` if the name is or ever was in use */
  addInstitution(institution: Institution, event: AuditEvent): Promise<void>;
  /**
   * Adds a user and, with a password hash, the login under the user's `username`.
   * @throws {ParleyError} `not_found` without the institution; `conflict` if the id or the name is taken, or the
   * institution is suspended
   */
  addUser(user: User, event: AuditEvent, passwordHash?: string): Promise<void>;
  /** @throws {ParleyError} `not_found` without the institution, `conflict` if the id is taken */
  addClient(client: Client, event: AuditEvent): Promise<void>;
  /** Strongly consistent. */
  readClient(institution: string, clientId: string): Promise<Client | undefined>;
  /** False, with nothing written, if the client's revision or secrets have changed since they were read. */
  changeClient(read: Client, change: ClientChange, event: AuditEvent): Promise<boolean>;
}

const INSTITUTION_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const USER_ID = /^[\x20-\x7e]{1,64}$/;
const CLIENT_ID = /^([a-z0-9-]{1,63})\.[0-9A-Za-z]{20}$/;
const MAX_USERNAME_LENGTH = 128;

export const isInstitutionName = (text: string): boolean => INSTITUTION_NAME.test(text);

export const isUserId = (text: string): boolean => USER_ID.test(text);

/** The institution that a client id names, or undefined if it is not a client id. The client itself may not exist. */
export function institutionOfClientId(clientId: string): string | undefined {
  const institution = CLIENT_ID.exec(clientId)?.[1];
  return institution !== undefined && isInstitutionName(institution) ? institution : undefined;
}

/**
 * The form of a user name that is compared: compatibility forms and letter case folded (RFC 8265 §3.3). Undefined if it
 * is empty, longer than 128 characters, or has control characters or outer spaces.
 */
export function normalizeUsername(text: string): string | undefined {
  if (text.length > MAX_USERNAME_LENGTH || !text.isWellFormed()) return undefined;
  const username = text.normalize('NFKC').toLowerCase();
  if (username === '' || username.length > MAX_USERNAME_LENGTH) return undefined;
  return /\p{C}/u.test(username) || username !== username.trim() ? undefined : username;
}
