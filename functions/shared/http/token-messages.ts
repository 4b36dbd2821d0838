import * as z from 'zod/mini';
import { type IssuedToken, TOKEN_LIFETIME_SECONDS } from '../domain/issue-token.ts';
import { formatScopes } from '../domain/scopes.ts';

/** SPEC §2.1. */
export const tokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.literal(TOKEN_LIFETIME_SECONDS),
  token_type: z.literal('Bearer'),
  scope: z.string(),
  refresh_token: z.string(),
});

export const toTokenResponse = (issued: IssuedToken): z.output<typeof tokenResponse> => ({
  access_token: issued.accessToken,
  expires_in: TOKEN_LIFETIME_SECONDS,
  token_type: 'Bearer',
  scope: formatScopes(issued.token.scopes),
  refresh_token: issued.refreshToken,
});
