import { createServer, request } from 'node:http';
import { atPort } from '../../local/private-server.ts';

/** A proxy between the service and its store that counts what crosses the wire. */
export interface CountingProxy {
  endpoint: string;
  /** The operations since the last call, in order, e.g. `['BatchGetItem', 'PutItem']`. */
  take(): string[];
  close(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let operations: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
    if (operation !== undefined) operations.push(operation);
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: atPort(target, port),
    take: () => {
      const taken = operations;
      operations = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
