import * as z from 'zod/mini';
import { type IssuedToken, TOKEN_LIFETIME_SECONDS } from '../domain/issue-token.ts';
import { formatScopes } from '../domain/scopes.ts';

const parameter = z.string({ error: 'send this parameter' });

/** SPEC §4.1, RFC 6749 §4.4; a client may authenticate by Basic instead of with the two client parameters. */
export const clientCredentialsRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.optional(parameter),
  client_secret: z.optional(parameter),
  service_user_id: parameter,
  scope: z.optional(parameter),
});

/** SPEC §4.1, RFC 6749 §4.3. */
export const passwordRequest = z.object({
  grant_type: z.literal('password'),
  username: parameter,
  password: parameter,
  institution: z.optional(parameter),
  scope: z.optional(parameter),
});

/** What the token endpoint takes. Each parameter is sent once; those that are not listed are ignored. */
export const tokenRequest = z.discriminatedUnion('grant_type', [clientCredentialsRequest, passwordRequest]);

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
