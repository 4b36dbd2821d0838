/** Fields of an error body that clients of the original service read instead of `error_description`. */
export const ERROR_ALIASES = ['detail', 'message'] as const;
export type ErrorAlias = (typeof ERROR_ALIASES)[number];

/** The environment variable that lists those that the deployment adds. */
export const ERROR_ALIASES_VARIABLE = 'ERROR_ALIASES';

/** What such clients wait for to sign in again, whatever was wrong with the token. */
const EXPIRED = 'Using expired access token.';

/** The aliases of a list that is separated by spaces; what is none of them is left out. */
export const readErrorAliases = (list = ''): ErrorAlias[] => {
  const names = list.split(' ');
  return ERROR_ALIASES.filter((alias) => names.includes(alias));
};

/** The error's text under each alias. */
export const aliasedError = (
  error: string,
  text: string,
  aliases: readonly ErrorAlias[],
): Partial<Record<ErrorAlias, string>> =>
  Object.fromEntries(aliases.map((alias) => [alias, error === 'invalid_token' ? EXPIRED : text]));
