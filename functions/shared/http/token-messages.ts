import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import type { AccessToken } from '../domain/credentials/credentials.ts';
import { formatScopes } from '../domain/credentials/scopes.ts';
import { type IssuedToken, TOKEN_LIFETIME_SECONDS } from '../domain/oauth/issue-token.ts';

const parameter = z.string({ error: 'send this parameter' });

/** RFC 6749 §4.4 with the user's id; instead of the two client parameters, a client may use Basic. */
export const clientCredentialsRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.optional(parameter),
  client_secret: z.optional(parameter),
  service_user_id: parameter,
  scope: z.optional(parameter),
});

/** RFC 6749 §4.3 with the institution's name, which may be omitted. */
export const passwordRequest = z.object({
  grant_type: z.literal('password'),
  username: parameter,
  password: parameter,
  institution: z.optional(parameter),
  scope: z.optional(parameter),
});

/** RFC 6749 §4.1.3, RFC 7636 §4.5; a public client sends its `client_id` only. */
export const authorizationCodeRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: parameter,
  redirect_uri: z.optional(parameter),
  code_verifier: z.optional(parameter),
  client_id: z.optional(parameter),
  client_secret: z.optional(parameter),
});

/** The parameters of the token endpoint. None may be repeated; unknown ones are ignored. */
export const tokenRequest = z.discriminatedUnion('grant_type', [
  clientCredentialsRequest,
  passwordRequest,
  authorizationCodeRequest,
]);

/** RFC 6749 §5.1; the refresh token is never usable. */
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

/** RFC 7009 §2.1, RFC 7662 §2.1; instead of the two client parameters, a client may use Basic. */
export const presentedToken = z.object({
  token: parameter,
  token_type_hint: z.optional(parameter),
  client_id: z.optional(parameter),
  client_secret: z.optional(parameter),
});

/** RFC 7009 §2.2: an empty object. */
export const revocationResponse = z.object({});

/** RFC 7662 §2.2. An inactive token has no other field. */
export const introspectionResponse = z.object({
  active: z.boolean(),
  scope: z.optional(z.string()),
  client_id: z.optional(z.string()),
  token_type: z.optional(z.literal('Bearer')),
  exp: z.optional(z.number()),
  iat: z.optional(z.number()),
  sub: z.optional(z.string()),
  institution: z.optional(z.string()),
  iss: z.optional(z.string()),
});

export const toIntrospectionResponse = (
  token: AccessToken | undefined,
  issuer: string,
): z.output<typeof introspectionResponse> =>
  token === undefined
    ? { active: false }
    : {
        active: true,
        scope: formatScopes(token.scopes),
        ...(token.clientId === undefined ? {} : { client_id: token.clientId }),
        token_type: 'Bearer',
        exp: token.expiresAt,
        iat: toSeconds(token.issuedAt),
        sub: token.userId,
        institution: token.institution,
        iss: issuer,
      };
