import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from './report.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A plain HTTP server for endpoints without a server of their own: reads the body and sends the answer. */
export function serve(answer: (incoming: IncomingMessage, body: string) => Promise<Answer>): void {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const { status, headers, body } = await answer(incoming, Buffer.concat(chunks).toString());
      outgoing.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }).end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => report((server.address() as AddressInfo).port));
}
