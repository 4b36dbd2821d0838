import { createHash } from 'node:crypto';
import { fieldError, ParleyError } from '../shared/domain/errors.ts';
import { parseQuery } from '../shared/domain/query/query-request.ts';
import { jsonBody } from '../shared/http/body.ts';
import { type AuthorizedDependencies, authorizedEndpoint } from '../shared/http/endpoint.ts';
import { readIdempotencyKey } from '../shared/http/idempotency.ts';
import { type Log, withRequestFacts } from '../shared/http/log.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';
import type { ApiRequest, AuthorizedRequest } from '../shared/http/request.ts';
import { readTrace } from '../shared/http/trace.ts';
import { type AskedQuery, answerQuery, type QueryDependencies } from './query.ts';

/** `POST /v1/query`: answers a query and advances its conversation. */
export const createQueryEndpoint = ({
  records,
  admission,
  ...deps
}: QueryDependencies & Pick<AuthorizedDependencies, 'records' | 'admission'> & { log: Log }) => {
  const log = withRequestFacts(deps.log);
  const options = { name: 'query', now: deps.now, log, admitsItself: true } as const;
  const parts = { ...options, ...(records && { records }), ...(admission && { admission }) };
  return authorizedEndpoint(parts, async (request) => {
    const explain = readExplain(request);
    const key = readIdempotencyKey(request);
    const trace = readTrace(request.headers);
    const { body, text: bodyText } = jsonBody(request);
    const asked: AskedQuery = {
      institution: request.principal.institution,
      userId: request.principal.userId,
      request: parseQuery(body, bodyText, request.principal.userId),
      explain,
      receivedAt: request.now,
      arrivedAt: request.arrivedAt,
      heardUntil: Math.min(request.arrivedAt, request.principal.heardUntil ?? request.arrivedAt),
      ...(request.entry && { entry: request.entry }),
      ...(trace !== undefined && { traceparent: trace.traceparent }),
      ...(key !== undefined && { idempotency: { key, request: digestOf(request, explain) } }),
    };
    const { text, refused, givenUp, ...outcome } = await answerQuery(deps, asked);
    for (const state of refused) {
      log.warn('business-logic state refused', { qid: outcome.qid, ...state });
    }
    log.info('turn', {
      ...(trace !== undefined && { traceId: trace.traceId }),
      ...outcome,
      ...metricFields(
        request.now,
        {
          [METRIC.queries]: 1,
          [METRIC.expiredDialogs]: outcome.expired ? 1 : 0,
          [METRIC.queriesGivenUp]: givenUp ? 1 : 0,
        },
        outcome.replayed ? 'replayed' : 'answered',
      ),
    });
    return { body: text };
  });
};

/** True if the caller asks for the explanation, which requires an additional scope. */
function readExplain({ query, principal }: AuthorizedRequest): boolean {
  const values = new Set(query.get('explain') ?? ['false']);
  if (values.has('true') && !principal.scopes.includes('ai_model_read')) {
    throw new ParleyError(
      'insufficient_scope',
      'explain=true needs a credential with the scope ai_model_read.',
      { scope: 'ai_model_read' },
    );
  }
  const [value] = values;
  if (values.size === 1 && (value === 'true' || value === 'false')) return value === 'true';
  throw fieldError('explain', 'send true or false');
}

/** Differs for every distinct request, and by whether it is explained. */
const digestOf = ({ body }: ApiRequest, explain: boolean): Uint8Array =>
  createHash('sha256')
    .update(explain ? 'explain\0' : '\0')
    .update(body)
    .digest();
