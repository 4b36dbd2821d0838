import * as z from 'zod/mini';
import { ALL_SCOPES } from '../../functions/shared/domain/credentials/scopes.ts';

export const parameter = (name: string, description: string, schema: object, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string', ...schema },
});

/** RFC 6749 §4.1.1, RFC 7636 §4.3. */
export const AUTHORIZATION_PARAMETERS = [
  parameter('response_type', 'What the client requests.', { enum: ['code'] }, true),
  parameter('client_id', 'The client’s id.', {}, true),
  parameter(
    'redirect_uri',
    'Where the user is redirected afterwards. Must equal a registered URI, except for the port of a loopback address. ' +
      'May be omitted if the client has only one.',
    { format: 'uri' },
  ),
  parameter('scope', 'Space-delimited. Default: all scopes that the client is allowed.', {
    example: ALL_SCOPES.slice(3, 5).join(' '),
  }),
  parameter('state', 'Returned unchanged.', {}),
  parameter('code_challenge', 'The SHA-256 of the code_verifier in base64url.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
  }),
  parameter('code_challenge_method', 'Required with a code_challenge.', { enum: ['S256'] }),
];

/** The fields of the page's form. */
export const AUTHORIZATION_FORM = z.object({
  form_token: z.string(),
  decision: z.enum(['allow', 'refuse', 'switch']),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
  keep: z.optional(z.enum(['yes'])),
});

/** RFC 6749 §4.1.2 and §4.1.2.1, RFC 9207 §2. */
export const AUTHORIZATION_REDIRECT = {
  303: {
    description:
      'Redirects to the redirect_uri with code, or with error and error_description; also with the unchanged state and iss.',
    headers: { Location: { schema: { type: 'string', format: 'uri' } } },
  },
};
