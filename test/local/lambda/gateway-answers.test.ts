import { afterEach, describe, expect, test, vi } from 'vitest';
import { CHANNELS, DESKS } from '../../../infra/functions.ts';
import { allowedMethods, GATEWAY_RESPONSES, hasPreflight } from '../../../infra/gateway-responses.ts';
import { ROUTES_OF_EVERY_DEPLOYMENT } from '../../../infra/routes.ts';
import { checkSettings } from '../../../infra/settings.ts';
import { ParleyStack } from '../../../infra/stack.ts';
import { Refusal } from '../../../local/gateway/refusal.ts';
import { type Answer, type MockRequest, OWN_ANSWERS } from '../../../local/gateway/respond.ts';
import { readDeployment } from '../../../local/lambda/deployment.ts';
import { templateAnswers } from '../../../local/lambda/gateway-answers.ts';
import { withApp } from '../../support/stack.ts';

const [A, B] = ['https://a.example', 'https://b.example'];
const PATHS = [...new Set(ROUTES_OF_EVERY_DEPLOYMENT.map(({ path }) => path))];
const types = Object.keys(GATEWAY_RESPONSES) as (keyof typeof GATEWAY_RESPONSES)[];

/** Returns the gateway's answers as the template defines them, with these CORS origins and every route. */
const deployed = (corsOrigins: string[]) =>
  withApp(
    (app) => {
      const optional = { channels: Object.keys(CHANNELS), desks: Object.keys(DESKS) };
      new ParleyStack(app, 'Test', { settings: checkSettings({ corsOrigins, ...optional }) });
      return templateAnswers(readDeployment(app.synth().directory, 'Test').api);
    },
    { 'aws:cdk:enable-path-metadata': true },
  );

const request = (path: string, asking: string | undefined): MockRequest => ({
  path,
  methods: allowedMethods(ROUTES_OF_EVERY_DEPLOYMENT, path),
  cors: hasPreflight(ROUTES_OF_EVERY_DEPLOYMENT, path),
  requestId: 'request-1',
  contentType: undefined,
  asking,
});

/** Returns an answer with header names in lower case and its body as text, for comparison. */
const read = ({ status, headers, body }: Answer) => ({
  status,
  headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  body: body.toString(),
});
const originOf = ({ headers }: Answer) => headers['Access-Control-Allow-Origin'];

describe.each([[['*']], [[A]], [[A, B]]])('where %j may call, the template and the local run', (origins) => {
  afterEach(() => vi.unstubAllEnvs());
  const answers = deployed(origins);
  const asking = [undefined, A, B, 'https://evil.example'];

  test('answer the same at every path', () => {
    vi.stubEnv('CORS_ORIGINS', origins.join(' '));
    for (const ask of PATHS.flatMap((path) => asking.map((origin) => request(path, origin)))) {
      const label = `${ask.path} for ${ask.asking}`;
      const own = OWN_ANSWERS.methodNotAllowed(ask);
      expect.soft(read(answers.methodNotAllowed(ask)), label).toEqual(read(own));
      if (ask.cors)
        expect.soft(read(answers.preflight(ask)), label).toEqual(read(OWN_ANSWERS.preflight(ask)));
    }
  });

  test('give the same refusal for every reason', () => {
    vi.stubEnv('CORS_ORIGINS', origins.join(' '));
    for (const type of types) {
      const refusal = new Refusal(type, type.startsWith('DEFAULT') ? 418 : undefined);
      const own = OWN_ANSWERS.refusal(refusal, 'request-1');
      expect.soft(read(answers.refusal(refusal, 'request-1')), type).toEqual(read(own));
    }
  });
});

test('a bad token is answered with the error fields of the deployment', () => {
  vi.stubEnv('ERROR_ALIASES', 'detail');
  const { status, body } = OWN_ANSWERS.refusal(new Refusal('ACCESS_DENIED'), 'request-1');
  vi.unstubAllEnvs();
  expect([status, JSON.parse(body.toString())]).toEqual([401, { detail: 'Using expired access token.' }]);
});

describe('where two origins may call, the gateway of an account', () => {
  const answers = deployed([A, B]);
  const preflight = (asking?: string) => answers.preflight(request('/v1/query', asking));

  test('names the asking origin if it is allowed, and otherwise the first one', () => {
    expect([A, B, undefined, 'https://evil.example'].map((origin) => originOf(preflight(origin)))).toEqual([
      A,
      B,
      A,
      A,
    ]);
    expect(originOf(answers.methodNotAllowed(request('/v1/query', B)))).toBe(B);
    expect(preflight(B).headers).toMatchObject({ Vary: 'Origin' });
  });

  test('lets every origin read its refusals, but without credentials', () => {
    for (const type of types) {
      const { headers } = answers.refusal(new Refusal(type), 'request-1');
      expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': '*' });
      expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    }
  });

  test('sends no CORS headers at the sign-in page', () => {
    const { headers } = answers.methodNotAllowed(request('/v1/oauth/authorize', A));
    expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toEqual([]);
  });
});
