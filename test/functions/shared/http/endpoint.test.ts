import { describe, expect, test } from 'vitest';
import { DependencyFailure } from '../../../../functions/shared/domain/dependency-failure.ts';
import {
  type ErrorCode,
  fieldError,
  ParleyError,
  unavailable,
} from '../../../../functions/shared/domain/errors.ts';
import { authorizedEndpoint, publicEndpoint } from '../../../../functions/shared/http/endpoint.ts';
import { STATUS } from '../../../../functions/shared/http/errors.ts';
import { METRIC } from '../../../../functions/shared/http/metrics.ts';
import { reportSideFailure } from '../../../../functions/shared/http/side-failures.ts';
import { call } from '../../../support/requests.ts';
import { CALLER } from '../../../support/rules.ts';

/** Creates a log that keeps its lines. */
function keptLog() {
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const at = (level: string) => (message: string, fields: Record<string, unknown>) =>
    void lines.push({ level, message, fields });
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}
const failing = (error: unknown) => {
  const { log, lines } = keptLog();
  return { handler: publicEndpoint({ name: 'failing', log }, () => Promise.reject(error)), lines };
};

describe('an answer', () => {
  test('is JSON that is neither cached nor sniffed, with the request id and CORS', async () => {
    const handler = publicEndpoint({ name: 'x', log: keptLog().log }, async () => ({ body: { a: 1 } }));
    const answer = await call(handler);
    expect(answer).toMatchObject({ status: 200, body: { a: 1 } });
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': 'request-1',
      'Access-Control-Allow-Origin': '*',
    });
  });
});

describe('a refusal', () => {
  test.each(Object.keys(STATUS) as ErrorCode[])('%s has the one error body and its status', async (code) => {
    const { handler } = failing(new ParleyError(code, 'Do this.'));
    const answer = await call(handler);
    expect(answer.status).toBe(STATUS[code]);
    expect(answer.body).toEqual({ error: code, error_description: 'Do this.', request_id: 'request-1' });
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'request-1',
      'Access-Control-Allow-Origin': '*',
    });
  });

  test.each([
    ['unauthorized', /^Bearer realm="parley", App-Key realm="parley"$/],
    ['invalid_token', /^Bearer .*error="invalid_token".*App-Key .*error="invalid_token"$/],
    ['insufficient_scope', /^Bearer .*error="insufficient_scope"$/],
    ['invalid_client', undefined],
    ['not_found', undefined],
  ] as const)('%s is challenged by %s', async (code, challenge) => {
    const { headers } = await call(failing(new ParleyError(code, 'x')).handler);
    if (challenge === undefined) expect(headers['WWW-Authenticate']).toBeUndefined();
    else expect(headers['WWW-Authenticate']).toMatch(challenge);
  });

  test('of a field names the field, of too many attempts the whole seconds to wait', async () => {
    expect((await call(failing(fieldError('name', 'send a name')).handler)).body).toMatchObject({
      error_description: 'name: send a name',
      errors: [{ field: 'name', message: 'send a name' }],
    });
    const slow = new ParleyError('too_many_requests', 'x', { retryAfterSeconds: 1.2 });
    expect((await call(failing(slow).handler)).headers['Retry-After']).toBe('2');
  });

  test('of a request without a principal comes before any work', async () => {
    let worked = false;
    const handler = authorizedEndpoint({ name: 'query', log: keptLog().log }, async () => {
      worked = true;
      return { body: {} };
    });
    expect(await call(handler)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(worked).toBe(false);
    expect(await call(handler, { principal: CALLER })).toMatchObject({ status: 200 });
    expect(worked).toBe(true);
  });
});

describe('an unexpected failure', () => {
  test('is a 500 with the request id, and its message is neither sent nor logged', async () => {
    for (const error of [new TypeError('secret-value'), 'secret-value', undefined, null]) {
      const { handler, lines } = failing(error);
      const answer = await call(handler);
      expect(answer).toMatchObject({ status: 500, body: { error: 'server_error', request_id: 'request-1' } });
      expect(JSON.stringify([answer, lines])).not.toContain('secret-value');
      expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    }
  });

  test('is counted as a fault of the code, unlike a refusal or unavailability', async () => {
    const faults = async (error: unknown) => {
      const { handler, lines } = failing(error);
      await call(handler);
      return lines.filter(({ fields }) => fields[METRIC.faults] === 1).length;
    };
    expect(await faults(new TypeError('x'))).toBe(1);
    for (const code of ['not_found', 'temporarily_unavailable', 'too_many_requests'] as const) {
      expect(await faults(new ParleyError(code, 'x')), code).toBe(0);
    }
  });
});

describe('a call that a service refuses', () => {
  const refusal = new DependencyFailure(
    { dependency: 'DynamoDB', operation: 'GetItem' },
    true,
    Object.assign(new Error('secret-value is not authorized'), { name: 'AccessDeniedException' }),
  );

  test('is 503 with Retry-After, and logged as a fault by its name, without its message', async () => {
    const { handler, lines } = failing(unavailable(refusal));
    const answer = await call(handler);
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(answer.headers['Retry-After']).toBe('2');
    const error = { name: 'AccessDeniedException', dependency: 'DynamoDB', operation: 'GetItem' };
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'refused', fields: { error, [METRIC.faults]: 1 } },
    ]);
    expect(JSON.stringify([answer, lines])).not.toContain('secret-value');
  });

  test('is named also if it fails beside the work', () => {
    const { log, lines } = keptLog();
    reportSideFailure(
      log,
      'conversation not logged',
      METRIC.conversationsLost,
      () => 0,
    )(unavailable(refusal));
    expect(lines).toMatchObject([
      { fields: { error: 'AccessDeniedException', dependency: 'DynamoDB', operation: 'GetItem' } },
    ]);
  });

  test('is no fault if it is temporary', async () => {
    const throttled = Object.assign(new Error(), { name: 'ThrottlingException' });
    const asked = { dependency: 'DynamoDB', operation: 'GetItem' };
    const { handler, lines } = failing(unavailable(new DependencyFailure(asked, false, throttled)));
    await call(handler);
    expect(lines).toMatchObject([
      { message: 'unavailable', level: 'warn', fields: { error: { name: 'ThrottlingException' } } },
      { message: 'answered' },
    ]);
    expect(lines.filter(({ fields }) => fields[METRIC.faults] === 1)).toEqual([]);
  });
});

test('each request has one log line with its caller and outcome, without its content', async () => {
  const { log, lines } = keptLog();
  let now = 0;
  const handler = authorizedEndpoint({ name: 'query', log, now: () => (now += 5) }, async () => ({
    status: 202,
    body: { answer: 'private' },
  }));
  await call(handler, {
    principal: CALLER,
    body: { question: 'private' },
    headers: { Authorization: 'private' },
  });
  expect(lines).toMatchObject([
    {
      level: 'info',
      fields: {
        requestId: 'request-1',
        route: 'query',
        statusCode: 202,
        institution: 'acme',
        credentialId: CALLER.id,
      },
    },
  ]);
  expect(lines[0]?.fields.milliseconds).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain('private');
});
