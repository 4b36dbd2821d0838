import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an institution's business logic reacts to a call. */
export type Behaviour = 'answers' | 'hangs' | 'fails';

export interface TwoServers {
  /** The address of an institution's business logic. */
  url(institution: string): string;
  behave(institution: string, behaviour: Behaviour): void;
  close(): void;
}

/** Business-logic servers whose behaviour can be set; by default they answer. */
export async function startServers(): Promise<TwoServers> {
  const behaviours = new Map<string, Behaviour>();
  const server = createServer((incoming, outgoing) => {
    const behaviour = behaviours.get(incoming.url?.slice(1) ?? '') ?? 'answers';
    incoming.resume().on('end', () => {
      if (behaviour === 'hangs') return;
      if (behaviour === 'fails') outgoing.writeHead(503).end();
      else outgoing.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: (institution) => `http://127.0.0.1:${port}/${institution}`,
    behave: (institution, behaviour) => void behaviours.set(institution, behaviour),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
