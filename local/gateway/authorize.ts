import type { APIGatewayAuthorizerResult, StatementEffect } from 'aws-lambda';
import { authorizerEvent, type Incoming, methodArn } from './event.ts';
import { isUnauthorized } from './invoke.ts';
import { Refusal } from './refusal.ts';

/**
 * Calls the REQUEST authorizer as API Gateway does, without a cache.
 * @returns the context for the function, with all values as strings
 * @throws {Refusal} the gateway's answer if access is denied
 */
export async function authorize(
  incoming: Incoming,
  invoke: (event: unknown) => Promise<unknown>,
): Promise<Record<string, string>> {
  if ((incoming.request.headers.authorization ?? '') === '') throw new Refusal('UNAUTHORIZED');
  const event = authorizerEvent(incoming);
  let result: unknown;
  try {
    result = await invoke(event);
  } catch (error) {
    throw new Refusal(isUnauthorized(error) ? 'UNAUTHORIZED' : 'AUTHORIZER_CONFIGURATION_ERROR');
  }
  if (!isResult(result)) throw new Refusal('AUTHORIZER_CONFIGURATION_ERROR');
  if (!isAllowed(result, methodArn(incoming))) throw new Refusal('ACCESS_DENIED');
  return { ...contextOf(result.context ?? {}), principalId: result.principalId };
}

function isResult(value: unknown): value is APIGatewayAuthorizerResult {
  if (typeof value !== 'object' || value === null) return false;
  if (!('principalId' in value) || typeof value.principalId !== 'string') return false;
  const document = 'policyDocument' in value ? value.policyDocument : undefined;
  if (typeof document !== 'object' || document === null || !('Statement' in document)) return false;
  return Array.isArray(document.Statement);
}

/** A deny statement wins; without an allow statement, access is denied. */
function isAllowed({ policyDocument }: APIGatewayAuthorizerResult, arn: string): boolean {
  const effects = new Set<StatementEffect>();
  for (const statement of policyDocument.Statement) {
    const resources = 'Resource' in statement ? [statement.Resource].flat() : [];
    const actions = 'Action' in statement ? [statement.Action].flat() : [];
    const invokes = actions.some((action) => globMatches(action, 'execute-api:Invoke'));
    if (invokes && resources.some((pattern) => typeof pattern === 'string' && globMatches(pattern, arn))) {
      effects.add(statement.Effect === 'Allow' ? 'Allow' : 'Deny');
    }
  }
  return effects.has('Allow') && !effects.has('Deny');
}

/** Matches IAM's wildcards `*` and `?`. */
function globMatches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}

/** API Gateway passes on only flat values and refuses others. */
function contextOf(context: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(context).filter(([, value]) => value !== null && value !== undefined);
  if (entries.some(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))) {
    throw new Refusal('AUTHORIZER_CONFIGURATION_ERROR');
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
