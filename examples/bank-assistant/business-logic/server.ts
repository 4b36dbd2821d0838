import { createServer as createHttpServer, type Server } from 'node:http';
import { createHandler, serve } from '../../../clients/business-logic/index.ts';
import { createBank } from './bank.ts';
import { requestOf } from './wire.ts';

export interface ServerOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** The webhook secret; without one no signature is asked for. */
  secret?: string | undefined;
}

/** The business-logic server: `POST` anywhere with a request gets the answer of the bank. */
export function createServer({ now, secret }: ServerOptions): Server {
  const bank = createBank(now);
  const answer = (request: Parameters<typeof requestOf>[0]) => bank(requestOf(request));
  return createHttpServer(createHandler({ answer, secret: secret || null, now }));
}

if (import.meta.main) serve(createServer({ now: Date.now, secret: process.env.BLS_SECRET }));
