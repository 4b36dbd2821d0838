import type { GatewayResponseType } from '../gateway-responses.ts';
import { Refusal } from '../local/gateway/refusal.ts';
import type { Answer, GatewayAnswers, MockRequest } from '../local/gateway/respond.ts';
import type { ApiDefinition, FixedAnswer } from './api.ts';

/** API Gateway answers with this status where a gateway response leaves it open. */
const DEFAULT_STATUS = 500;

/** The gateway's own answers as the template defines them. */
export function templateAnswers({ mocks, responses }: ApiDefinition): GatewayAnswers {
  const mock = (method: string, { path, requestId, contentType }: MockRequest): Answer => {
    const found = mocks.find((candidate) => candidate.path === path && candidate.method === method);
    if (found === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
    if (!found.contentTypes.includes(type)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
    return render(found, requestId, found.status);
  };
  return {
    preflight: (request) => mock('OPTIONS', request),
    methodNotAllowed: (request) => mock('ANY', request),
    refusal: ({ type, status }, requestId) => {
      const response = responses.get(type) ?? responses.get(fallback(type, status));
      if (response === undefined)
        return render({ headers: {}, template: '' }, requestId, status ?? DEFAULT_STATUS);
      return render(response, requestId, status ?? response.status ?? DEFAULT_STATUS);
    },
  };
}

const fallback = (type: GatewayResponseType, status = DEFAULT_STATUS): GatewayResponseType =>
  type === 'DEFAULT_4XX' || status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';

/** `$context.requestId` is all that our templates ask for, and the one override of a header that VTL makes. */
function render({ headers, template }: FixedAnswer, requestId: string, status: number): Answer {
  const fill = (text: string) => text.replaceAll(/\$?context\.requestId/g, requestId);
  const overrides: Record<string, string> = {};
  const body = template.replaceAll(
    /#set\(\$context\.responseOverride\.header\.([\w-]+) = "([^"]*)"\)\n?/g,
    (_match, name: string, value: string) => {
      overrides[name] = fill(value);
      return '';
    },
  );
  const given = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  return {
    status,
    headers: {
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(given),
      ...overrides,
    },
    body: Buffer.from(fill(body)),
  };
}
