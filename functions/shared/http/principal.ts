import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { isExpired } from '../domain/clock.ts';
import type { Principal } from '../domain/credentials/principal.ts';
import { parseScopes, type Scope } from '../domain/credentials/scopes.ts';
import { ParleyError } from '../domain/errors.ts';
import { referrerAllowed } from '../domain/keys/referrers.ts';
import { type ApiRequest, header } from './request.ts';

/** The authorizer's context: API Gateway passes only flat string values. */
export type AuthorizerContext = Record<string, string>;

export function writeContext(principal: Principal): AuthorizerContext {
  return {
    kind: principal.kind,
    credentialId: principal.id,
    institution: principal.institution,
    userId: principal.userId,
    scopes: principal.scopes.join(' '),
    referrers: principal.referrers.join(','),
    ...(principal.expiresAt === undefined ? {} : { expiresAt: String(principal.expiresAt) }),
    ...(principal.grant === undefined ? {} : { grant: principal.grant }),
    ...(principal.clientId === undefined ? {} : { clientId: principal.clientId }),
    ...(principal.heardUntil === undefined ? {} : { heardUntil: String(principal.heardUntil) }),
  };
}

const contextSchema = z.object({
  kind: z.enum(['token', 'key']),
  credentialId: z.string(),
  institution: z.string().check(z.minLength(1)),
  userId: z.string(),
  scopes: z.string(),
  referrers: z.string(),
  expiresAt: z.optional(z.string().check(z.regex(/^\d+$/))),
  grant: z.optional(z.enum(['client_credentials', 'password', 'authorization_code'])),
  clientId: z.optional(z.string()),
  heardUntil: z.optional(z.string().check(z.regex(/^\d+$/))),
});

/**
 * Reads the caller. A request that did not pass the authorizer is refused.
 * @throws {ParleyError} `unauthorized`
 */
export function readPrincipal(event: APIGatewayProxyEvent): Principal {
  const parsed = contextSchema.safeParse(event.requestContext.authorizer ?? undefined);
  if (!parsed.success)
    throw new ParleyError('unauthorized', 'Send a credential in the Authorization header.');
  const { credentialId, scopes, referrers, expiresAt, grant, clientId, heardUntil, ...rest } = parsed.data;
  return {
    ...rest,
    id: credentialId,
    scopes: parseScopes(scopes).scopes,
    referrers: referrers === '' ? [] : referrers.split(','),
    ...(expiresAt === undefined ? {} : { expiresAt: Number(expiresAt) }),
    ...(grant === undefined ? {} : { grant }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(heardUntil === undefined ? {} : { heardUntil: Number(heardUntil) }),
  };
}

/**
 * Checks the scope and referrer, which the gateway cannot check, and the expiry again, since the gateway may cache
 * the authorizer's answer.
 * @throws {ParleyError} `invalid_token`, `referrer_not_allowed` or `insufficient_scope`
 */
export function requirePermission(principal: Principal, request: ApiRequest, scope: Scope): void {
  if (principal.expiresAt !== undefined && isExpired(principal.expiresAt, request.now)) {
    throw new ParleyError('invalid_token', 'The credential has expired. Obtain another.');
  }
  const origin = header(request, 'origin');
  const referer = header(request, 'referer');
  const from = {
    sourceIp: request.sourceIp,
    ...(request.headers.has('origin') ? { origin: origin ?? '' } : {}),
    ...(referer === undefined ? {} : { referer }),
  };
  if (!referrerAllowed(principal.referrers, from)) {
    throw new ParleyError('referrer_not_allowed', 'This key may not be used from here.');
  }
  if (!principal.scopes.includes(scope)) {
    throw new ParleyError('insufficient_scope', `This needs a credential with the scope ${scope}.`, {
      scope,
    });
  }
}
