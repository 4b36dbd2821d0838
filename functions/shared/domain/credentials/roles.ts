import { ALL_SCOPES, type Scope } from './scopes.ts';

const READER = ['conversation_read', 'ai_model_read'] as const satisfies Scope[];
const AUTHOR = [...READER, 'query', 'ai_model_write'] as const satisfies Scope[];
const PUBLISHER = [...AUTHOR, 'version_write', 'audit_read'] as const satisfies Scope[];

/** Sets of scopes by the work that they allow. A role is given as its scopes and stored nowhere. */
export const ROLES = {
  /** Sees what was said and how it was understood. */
  reader: READER,
  /** Also edits, trains, tries and publishes assistants. */
  author: AUTHOR,
  /** Also decides which version serves, and sees who did what. */
  publisher: PUBLISHER,
  /** May do everything. */
  operator: ALL_SCOPES,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type Role = keyof typeof ROLES;

export const ALL_ROLES: readonly Role[] = Object.keys(ROLES).filter(isRole);

export function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name);
}

/** The role with exactly these scopes, in any order, if there is one. */
export const roleOf = (scopes: readonly Scope[]): Role | undefined =>
  ALL_ROLES.find((role) => {
    const all: readonly Scope[] = ROLES[role];
    return all.length === scopes.length && all.every((scope) => scopes.includes(scope));
  });
