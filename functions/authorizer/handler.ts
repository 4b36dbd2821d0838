import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { AuditTrail, RequestOrigin } from '../shared/domain/audit.ts';
import { withinBudget } from '../shared/domain/budget.ts';
import type { Clock } from '../shared/domain/clock.ts';
import { staleUseRecorder } from '../shared/domain/credentials/access-records.ts';
import { type CredentialReader, examineCredential } from '../shared/domain/credentials/credentials.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import { subsegmentsSent } from '../shared/domain/subsegments.ts';
import { NOBODY, warmUp } from '../shared/domain/warm-up.ts';
import { parseAuthorization } from '../shared/http/authorization.ts';
import { isRefused, kindOf } from '../shared/http/error-kind.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';
import { writeContext } from '../shared/http/principal.ts';
import { readHeaders } from '../shared/http/request.ts';
import { createAuditTrail } from '../shared/store/audit.ts';
import { createCredentialReader } from '../shared/store/credentials.ts';

export interface AuthorizerDependencies {
  credentials: CredentialReader;
  trail: AuditTrail;
  now: Clock;
  /** Writes a log line. */
  report(line: Record<string, unknown>): void;
  /** Milliseconds the authorizer may take before it fails. Default 5,000. */
  budgetMs?: number;
}

const BUDGET_MS = 5000;

/**
 * Identifies the caller. A request without one of our credentials is `Unauthorized`: the gateway answers with the bare
 * challenge. An invalid credential gets a Deny policy: the gateway answers `invalid_token`. A failed lookup makes the
 * function fail: the gateway answers that the service is unavailable. Each endpoint's function checks scopes itself.
 */
export function createAuthorizer({
  credentials,
  trail,
  now: clock,
  report,
  budgetMs = BUDGET_MS,
}: AuthorizerDependencies) {
  const recordStaleUse = staleUseRecorder(trail);
  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const [value, ...more] = readHeaders(event).get('authorization') ?? [];
    const credential = value === undefined || more.length > 0 ? undefined : parseAuthorization(value);
    const now = clock();
    if (credential === undefined) {
      report({
        service: 'authorizer',
        requestId: event.requestContext.requestId,
        ...metricFields(now, { [METRIC.foreignCredentials]: 1 }),
      });
      // API Gateway answers 401 for exactly this message.
      throw new Error('Unauthorized');
    }
    const answer = withinBudget(budgetMs, async () => {
      const { principal, refusal } = (await examineCredential(credentials, credential, now)) ?? {};
      const resource = wholeStage(event.methodArn);
      if (principal === undefined || refusal !== undefined) {
        if (principal && refusal) await recordStaleUse(principal, refusal, originOf(event, now));
        return { principalId: 'nobody', ...policy('Deny', resource) };
      }
      return { principalId: principal.id, ...policy('Allow', resource), context: writeContext(principal) };
    });
    try {
      return await answer;
    } catch (error) {
      report({
        level: 'ERROR',
        service: 'authorizer',
        requestId: event.requestContext.requestId,
        message: messageOf(error),
        error: kindOf(error),
      });
      throw error;
    } finally {
      await subsegmentsSent();
    }
  };
}

/** The error's description, in the format that the other functions log. */
function messageOf(error: unknown): string {
  if (!(error instanceof ParleyError)) return 'failed';
  return isRefused(error) ? 'refused' : 'unavailable';
}

const credentials = createCredentialReader();

export const handler = createAuthorizer({
  credentials,
  trail: createAuditTrail(),
  now: Date.now,
  // Every request waits for this function to load, so it writes lines itself instead of loading a logger. Silent if the
  // log level is ERROR.
  report: (line) => {
    if (process.env.POWERTOOLS_LOG_LEVEL !== 'ERROR') process.stdout.write(`${JSON.stringify(line)}\n`);
  },
});

await warmUp(process.env.AWS_LAMBDA_INITIALIZATION_TYPE, [() => credentials.find(NOBODY)]);

const originOf = ({ requestContext }: APIGatewayRequestAuthorizerEvent, now: number): RequestOrigin => ({
  sourceIp: requestContext.identity.sourceIp,
  requestId: requestContext.requestId,
  now,
});

/** Allows every method and path of the stage, so that a cached policy is right for each of them. */
function wholeStage(methodArn: string): string {
  const [api = '', stage = ''] = methodArn.split('/');
  return `${api}/${stage}/*/*`;
}

function policy(
  effect: 'Allow' | 'Deny',
  resource: string,
): Pick<APIGatewayAuthorizerResult, 'policyDocument'> {
  return {
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
    },
  };
}
