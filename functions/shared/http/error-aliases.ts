/** Fields that clients of the original service read instead of `error_description`. */
export const ERROR_ALIASES = ['detail', 'message'] as const;
export type ErrorAlias = (typeof ERROR_ALIASES)[number];

/** The environment variable that lists the aliases of the deployment. */
export const ERROR_ALIASES_VARIABLE = 'ERROR_ALIASES';

/** The message that makes clients of the original service sign in again, used for every invalid token. */
const EXPIRED = 'Using expired access token.';

/** Reads a space-separated list of aliases and skips unknown ones. */
export const readErrorAliases = (list = ''): ErrorAlias[] => {
  const names = list.split(' ');
  return ERROR_ALIASES.filter((alias) => names.includes(alias));
};

/**
 * An error body with the aliases. For an invalid token the body contains only the aliases: such clients compare the
 * whole body, and the header has what RFC 6750 §3 requires.
 */
export function withErrorAliases<Body extends { error: string; error_description: string }>(
  body: Body,
  aliases: readonly ErrorAlias[],
): Body | Partial<Record<ErrorAlias, string>> {
  const under = (text: string): Partial<Record<ErrorAlias, string>> =>
    Object.fromEntries(aliases.map((alias) => [alias, text]));
  if (body.error === 'invalid_token' && aliases.length > 0) return under(EXPIRED);
  return { ...body, ...under(body.error_description) };
}
