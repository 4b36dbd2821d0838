/** Fields of an error body that clients of the original service read instead of `error_description`. */
export const ERROR_ALIASES = ['detail', 'message'] as const;
export type ErrorAlias = (typeof ERROR_ALIASES)[number];

/** The environment variable that lists those that the deployment adds. */
export const ERROR_ALIASES_VARIABLE = 'ERROR_ALIASES';

/** The message that makes such clients sign in again, whatever was wrong with the token. */
const EXPIRED = 'Using expired access token.';

/** The aliases of a list that is separated by spaces; what is none of them is left out. */
export const readErrorAliases = (list = ''): ErrorAlias[] => {
  const names = list.split(' ');
  return ERROR_ALIASES.filter((alias) => names.includes(alias));
};

/**
 * An error body with the aliases. They are all that there is of a bad token's: such clients compare the whole body, and
 * what RFC 6750 §3 asks for is in the header.
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
