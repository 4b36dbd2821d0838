import * as z from 'zod/mini';
import { ALL_SCOPES } from '../domain/credentials/scopes.ts';
import { CODE_CHALLENGE_METHODS } from '../domain/oauth/pkce.ts';

const names = z.array(z.string());

/** RFC 8414 §2, RFC 9207 §3. */
export const serverMetadataResponse = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  scopes_supported: names,
  response_types_supported: names,
  response_modes_supported: names,
  grant_types_supported: names,
  code_challenge_methods_supported: names,
  token_endpoint_auth_methods_supported: names,
  revocation_endpoint_auth_methods_supported: names,
  introspection_endpoint_auth_methods_supported: names,
  authorization_response_iss_parameter_supported: z.literal(true),
});

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

export const serverMetadata = (issuer: string): z.output<typeof serverMetadataResponse> => ({
  issuer,
  authorization_endpoint: `${issuer}/v1/oauth/authorize`,
  token_endpoint: `${issuer}/v1/oauth`,
  revocation_endpoint: `${issuer}/v1/oauth/revoke`,
  introspection_endpoint: `${issuer}/v1/oauth/introspect`,
  scopes_supported: [...ALL_SCOPES],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'password'],
  code_challenge_methods_supported: [...CODE_CHALLENGE_METHODS],
  token_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
  revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
  introspection_endpoint_auth_methods_supported: SECRET_METHODS,
  authorization_response_iss_parameter_supported: true,
});
