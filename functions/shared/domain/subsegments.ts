import { randomBytes } from 'node:crypto';
import { requestFacts } from './request-facts.ts';

/** The environment variable that is `true` where the deployment traces by X-Ray; without it nothing here does anything. */
export const TRACING = 'TRACING';

/** A call of something outside of the process. */
export interface Downstream {
  /** The name of what is called, as the map of a trace shows it. */
  name: string;
  /** The operation that is asked of it. */
  operation: string;
  /** `aws` for a service of AWS's. */
  namespace: 'aws' | 'remote';
}

const sending = new Set<Promise<void>>();

/**
 * Does the work of a call, and tells X-Ray's daemon beside it how long it took, with the institution and the version it
 * was for: where the deployment traces and Lambda chose this invocation to be traced.
 */
export async function asSubsegment<Result>(call: Downstream, work: () => Promise<Result>): Promise<Result> {
  const parent = process.env[TRACING] === 'true' ? sampled(process.env._X_AMZN_TRACE_ID) : undefined;
  if (parent === undefined) return work();
  const startedAt = Date.now();
  const tell = (outcome: Record<string, unknown>): void =>
    send(subsegmentOf(call, parent, { startedAt, endedAt: Date.now() }, outcome));
  try {
    const result = await work();
    tell({});
    return result;
  } catch (error) {
    const isRefusal = error instanceof Error && '$fault' in error && error.$fault === 'client';
    tell(isRefusal ? { error: true } : { fault: true });
    throw error;
  }
}

/** Settles once everything was handed to the daemon: Lambda may freeze the process after its answer. */
export async function subsegmentsSent(): Promise<void> {
  if (sending.size > 0) await Promise.all(sending);
}

interface Parent {
  traceId: string;
  id: string;
}

/** The trace that Lambda's header names, where it is to be recorded: `Root=1-…;Parent=…;Sampled=1;…`. */
function sampled(header = ''): Parent | undefined {
  const fields = new Map(header.split(';').map((part) => part.split('=', 2) as [string, string]));
  const [traceId, id] = [fields.get('Root'), fields.get('Parent')];
  if (fields.get('Sampled') !== '1' || traceId === undefined || id === undefined) return undefined;
  return { traceId, id };
}

/** The root of the trace that this invocation is a part of, by which it is found in X-Ray. */
export const tracedRoot = (): string | undefined =>
  process.env[TRACING] === 'true' ? sampled(process.env._X_AMZN_TRACE_ID)?.traceId : undefined;

/** A subsegment that is sent apart, as X-Ray's guide lays segment documents down; times are epoch seconds. */
function subsegmentOf(
  { name, operation, namespace }: Downstream,
  parent: Parent,
  { startedAt, endedAt }: { startedAt: number; endedAt: number },
  outcome: Record<string, unknown>,
) {
  const { institution, versionId } = requestFacts();
  return {
    type: 'subsegment',
    id: randomBytes(8).toString('hex'),
    trace_id: parent.traceId,
    parent_id: parent.id,
    name,
    namespace,
    start_time: startedAt / 1000,
    end_time: endedAt / 1000,
    ...(namespace === 'aws' ? { aws: { operation } } : {}),
    ...outcome,
    annotations: {
      ...(institution === undefined ? {} : { institution }),
      ...(versionId === undefined ? {} : { ai_version: versionId }),
    },
  };
}

/** A datagram for the daemon beside the process; one that is lost is lost, and nobody waits for an answer. */
function send(document: object): void {
  const [host = '', port = ''] = (process.env.AWS_XRAY_DAEMON_ADDRESS ?? '').split(':');
  if (host === '') return;
  const sent = deliver(
    `{"format":"json","version":1}\n${JSON.stringify(document)}`,
    host,
    Number(port),
  ).finally(() => sending.delete(sent));
  sending.add(sent);
}

async function deliver(text: string, host: string, port: number): Promise<void> {
  // Loaded only where it is used.
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.send(text, port, host, () => resolve());
  });
  socket.close();
}
