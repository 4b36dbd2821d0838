import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSameText } from '../../functions/shared/domain/signatures.ts';
import { newKey } from '../private-server.ts';

/** An invocation for the Runtime API. */
export interface Invocation {
  requestId: string;
  /** The event as JSON. */
  payload: string;
  /** Milliseconds since the epoch. */
  deadline: number;
  functionArn: string;
}

/** The result of an invocation: the process's answer as JSON, or the error that it reported. */
export type Outcome = { payload: string } | { error: ReportedError };

export interface ReportedError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** Lambda's Runtime API (2018-06-01) for one execution environment. */
export interface RuntimeApi {
  /**
   * `host:port/key` for `AWS_LAMBDA_RUNTIME_API`. Every environment gets a new key, which must precede every
   * path, since web pages and other users of the machine can connect to the port.
   */
  address: string;
  /**
   * Resolves when the process asks for its first invocation; rejects if the process reports a failed start.
   */
  ready: Promise<void>;
  /** Passes on an invocation as soon as the process asks for one. */
  invoke(invocation: Invocation): Promise<Outcome>;
  close(): void;
}

export async function startRuntimeApi(): Promise<RuntimeApi> {
  /** The process's next request for work, which follows some time after its last answer. */
  let waiting = Promise.withResolvers<ServerResponse>();
  let settle: ((outcome: Outcome) => void) | undefined;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);

  const key = newKey();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, given = '', ...rest] = (request.url ?? '').split('/');
    if (!isSameText(given, key)) return void response.writeHead(403).end();
    const route = `/${rest.join('/')}`.replace('/2018-06-01/runtime', '');
    if (route === '/invocation/next') {
      waiting.resolve(response);
      return ready.resolve();
    }
    const body = await text(request);
    response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"OK"}');
    if (route === '/init/error') ready.reject(new Error(`the function did not start: ${body}`));
    else if (route.endsWith('/error')) settle?.({ error: JSON.parse(body) });
    else settle?.({ payload: body });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}/${key}`,
    ready: ready.promise,
    invoke: async ({ requestId, payload, deadline, functionArn }) => {
      const next = await waiting.promise;
      waiting = Promise.withResolvers();
      const outcome = new Promise<Outcome>((resolve) => {
        settle = resolve;
      });
      next.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': requestId,
        'Lambda-Runtime-Deadline-Ms': String(deadline),
        'Lambda-Runtime-Invoked-Function-Arn': functionArn,
      });
      next.end(payload);
      return outcome;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
