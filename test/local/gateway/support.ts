import { connect } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterAll, beforeAll } from 'vitest';
import { ROUTES } from '../../../infra/routes.ts';
import type { LambdaHandler } from '../../../local/gateway/invoke.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../local/gateway/server.ts';

/** Answers with the event, so that a test sees what a function receives. */
export const echo = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(event),
});

export const allow = async (event: { methodArn: string }) => policy('Allow', event.methodArn);

export const policy = (effect: string, resource: string, context: object = {}) => ({
  principalId: 'someone',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
  },
  context,
});

/** The issuer, whose host raw requests can name regardless of the port. */
export const ISSUER = 'http://x';

/** A gateway on a free port for one test file; every route echoes unless `functions` says otherwise. */
export function useGateway(
  functions: Record<string, LambdaHandler> = {},
  options: Partial<GatewayOptions> = {},
) {
  const echoes = Object.fromEntries(ROUTES.map((route) => [route.function, echo as LambdaHandler]));
  const gateway: Gateway = createGateway({
    routes: ROUTES,
    functions: { authorizer: allow as LambdaHandler, ...echoes, ...functions },
    issuer: ISSUER,
    ...options,
  });
  let port = 0;
  beforeAll(async () => {
    port = await gateway.listen(0);
  });
  afterAll(() => gateway.close());
  return {
    gateway,
    port: () => port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    /** Sends raw text, and resolves with everything received until the connection closed. */
    raw: (text: string, end = true) => sendRaw(port, text, end),
  };
}

function sendRaw(port: number, text: string, end: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.on('error', reject);
    if (end) socket.end(text, 'latin1');
    else socket.write(text, 'latin1');
  });
}
