/** The scopes of the contract and of what is beyond it, each with what it allows. */
export const SCOPES = {
  ai_model_read: 'read how the AI model reached an answer',
  account_read: 'read account data',
  account_write: 'change account data',
  query: 'ask questions',
  app_read: 'list application keys',
  app_write: 'create, change and delete application keys',
  conversation_read: 'read what people said and what became of it',
  conversation_write: 'say how good an answer was',
  version_write: 'see AI versions and put them to use',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}

/**
 * Reads a space-delimited list of scope tokens (RFC 6749 §3.3), without repeats, in the order given.
 * Names that are no scope of the service are kept apart, so that a refusal can name them.
 */
export function parseScopes(text: string): { scopes: Scope[]; unknown: string[] } {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return { scopes: names.filter(isScope), unknown: names.filter((name) => !isScope(name)) };
}

export const formatScopes = (scopes: readonly Scope[]): string => scopes.join(' ');

/** The scopes of `wanted` that every list of `allowed` holds, in the order of `wanted`. */
export function intersectScopes(wanted: readonly Scope[], ...allowed: (readonly Scope[])[]): Scope[] {
  return wanted.filter((scope) => allowed.every((list) => list.includes(scope)));
}
