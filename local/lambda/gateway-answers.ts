import type { GatewayResponseType } from '../../infra/gateway-responses.ts';
import { Refusal } from '../gateway/refusal.ts';
import type { Answer, GatewayAnswers, MockRequest } from '../gateway/respond.ts';
import type { ApiDefinition, FixedAnswer } from './api.ts';
import { fill, renderTemplate } from './velocity.ts';

/** API Gateway's status for a gateway response without a status. */
const DEFAULT_STATUS = 500;

/** The gateway's own answers from the template. */
export function templateAnswers({ mocks, responses }: ApiDefinition): GatewayAnswers {
  const mock = (method: string, request: MockRequest): Answer => {
    const { path, requestId, contentType, asking = '' } = request;
    const matching = mocks.find((candidate) => candidate.path === path);
    if (matching === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
    const asks = matching.requestTemplates[type];
    if (asks === undefined) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
    const header = (name: string) => (name.toLowerCase() === 'origin' ? asking : '');
    const context = { requestId, method, header };
    const { statusCode } = JSON.parse(renderTemplate(asks, context).body) as { statusCode: number };
    const chosen =
      matching.answers.find(({ pattern }) => pattern === String(statusCode)) ??
      matching.answers.find(({ pattern }) => pattern === undefined);
    if (chosen === undefined)
      throw new Error(`no answer of the mock at ${path} has the status ${statusCode}`);
    const { body, headers } = renderTemplate(chosen.template, context);
    return answer(chosen.status, { ...chosen.headers, ...headers }, body);
  };
  return {
    preflight: (request) => mock('OPTIONS', request),
    methodNotAllowed: (request) => mock('ANY', request),
    refusal: ({ type, status }, requestId) => {
      const response = responses.get(type) ?? responses.get(fallback(type, status)) ?? UNDEFINED;
      const headers = Object.entries(response.headers).map(([name, value]) => [
        name,
        value === 'context.requestId' ? requestId : value,
      ]);
      const given = status ?? response.status ?? DEFAULT_STATUS;
      return answer(given, Object.fromEntries(headers), fill(response.template, { requestId }));
    },
  };
}

const UNDEFINED: FixedAnswer = { headers: {}, template: '' };

const fallback = (type: GatewayResponseType, status = DEFAULT_STATUS): GatewayResponseType =>
  type === 'DEFAULT_4XX' || status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';

const answer = (status: number, headers: Record<string, string>, body: string): Answer => ({
  status,
  headers: { ...(body === '' ? {} : { 'Content-Type': 'application/json' }), ...headers },
  body: Buffer.from(body),
});
