/** All scopes, each with a description of its rights. */
export const SCOPES = {
  ai_model_read: 'read how the AI model arrived at an answer',
  ai_model_write: 'read, check and change drafts of assistants',
  account_read: 'read account data',
  account_write: 'change account data',
  query: 'ask questions',
  app_read: 'list application keys',
  app_write: 'create, change and delete application keys',
  conversation_read: 'read logged conversations and their outcomes',
  conversation_write: 'rate answers',
  conversation_answer: 'answer end users whose conversations are handed over, and send them messages',
  webhook_write: 'have what is said in conversations that are handed over sent to other servers',
  business_logic_write: 'set the server that assistants send what end users say to',
  version_write: 'list AI versions and assign them to applications',
  audit_read: 'read who changed what',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}

/**
 * Reads a space-delimited list of scopes (RFC 6749 §3.3), without duplicates, in the given order. Unknown names are
 * returned separately, so that a refusal can name them.
 */
export function parseScopes(text: string): { scopes: Scope[]; unknown: string[] } {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return { scopes: names.filter(isScope), unknown: names.filter((name) => !isScope(name)) };
}

export const formatScopes = (scopes: readonly Scope[]): string => scopes.join(' ');

/** The scopes of `wanted` that are in every list of `allowed`, in the order of `wanted`. */
export function intersectScopes(wanted: readonly Scope[], ...allowed: (readonly Scope[])[]): Scope[] {
  return wanted.filter((scope) => allowed.every((list) => list.includes(scope)));
}
