import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { beforeEach } from 'vitest';
import type { BusinessLogicSettings } from '../../../../engine/assistant.ts';
import type { BusinessLogicRequest } from '../../../../engine/dialogue/business-logic/protocol.ts';
import { readAddressRule } from '../../../../functions/shared/business-logic/addresses.ts';
import {
  businessLogicClient,
  type CallOutcome,
  type CallReport,
} from '../../../../functions/shared/business-logic/client.ts';
import type { Resolve } from '../../../../functions/shared/business-logic/exchange.ts';
import {
  type NamedServers,
  serversOf,
} from '../../../../functions/shared/domain/institutions/business-logic-names.ts';
import { withExactNumbers } from '../../../../functions/shared/domain/query/query-json.ts';
import { useServer } from '../../../support/server.ts';

export const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

export const KEY = 'key-of-the-call';

export interface Call {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export type Behaviour = (response: ServerResponse, call: Call, count: number) => void;

export interface Setup {
  settings?: Partial<BusinessLogicSettings>;
  /** Servers by name; by default `BLS_SECRET` with a signing secret. */
  servers?: NamedServers;
  /** Environment of the address rule; by default loopback is allowed. */
  environment?: Record<string, string>;
  resolve?: Resolve;
  remainingMs?: number;
}

export const request: BusinessLogicRequest = {
  account: withExactNumbers('12345678901234567890', 0),
  qid: '0b5ae0d2-52a5-4f0f-8a0e-1d2c3b4a5968',
  query: 'ünïcode',
  ai_version: 'v',
  dialog: 'd',
  session_id: 's',
  session_info: {},
  device: null,
  language: 'en',
  lat: null,
  lon: null,
  time_offset: null,
  local_time: '2026-05-20T15:00:00+00:00',
  institution: 'bank',
  application: null,
  external_user_id: 'u',
  intent: null,
  intent_probability: null,
  state: 'root',
  slots: {},
  event_list: [],
};

/** Starts a business-logic server that behaves as the test says, and creates a client that calls it. */
export function useBusinessLogicServer() {
  const calls: Call[] = [];
  const reports: CallReport[] = [];
  let behave: Behaviour = () => undefined;
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const call = { path: incoming.url ?? '', headers: incoming.headers, body };
      calls.push(call);
      behave(response, call, calls.length);
    });
  });
  const origin = useServer(server);
  beforeEach(() => {
    calls.length = 0;
    reports.length = 0;
    behave = (response) => void response.end('{}');
  });

  const call = ({
    settings,
    servers = { BLS_SECRET: { secrets: [SECRET] } },
    environment = { BLS_ALLOW_LOOPBACK: '1' },
    resolve,
    remainingMs = 25_000,
  }: Setup = {}): Promise<CallOutcome> => {
    const client = businessLogicClient({
      addresses: readAddressRule(environment),
      now: Date.now,
      report: (report) => reports.push(report),
      ...(resolve && { resolve }),
    });
    const url = `${origin()}/bls`;
    const defaults = { url, secret: 'env:BLS_SECRET', timeoutMs: 4000, sign: true, onError: null };
    const lookup = serversOf({ everywhere: servers, applications: {} }, undefined);
    return client({ ...defaults, ...settings }, lookup, request, remainingMs, KEY);
  };

  return {
    calls,
    reports,
    port: () => new URL(origin()).port,
    call,
    behave(behaviour: Behaviour) {
      behave = behaviour;
    },
    answer(body: string | Buffer, status = 200) {
      behave = (response) => void response.writeHead(status).end(body);
    },
  };
}
