import { createServer as createHttpServer, type Server } from 'node:http';
import { createHandler, serve } from '../../../clients/business-logic/index.ts';
import { createClinic } from './clinic.ts';
import { turnOf } from './wire.ts';

export interface ServerOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** The webhook secret; without one no signature is asked for. */
  secret?: string | undefined;
}

/** The business-logic server: `POST` anywhere with a request gets the answer of the clinic. */
export function createServer({ now, secret }: ServerOptions): Server {
  const clinic = createClinic(now);
  const answer = (request: Parameters<typeof turnOf>[0]) => clinic(turnOf(request));
  return createHttpServer(createHandler({ answer, secret: secret || null, now }));
}

if (import.meta.main) serve(createServer({ now: Date.now, secret: process.env.BLS_SECRET }));
