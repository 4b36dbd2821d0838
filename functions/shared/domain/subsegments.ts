import { randomBytes } from 'node:crypto';
import { requestFacts } from './request-facts.ts';

/** `true` in this environment variable turns on X-Ray tracing; otherwise this module does nothing. */
export const TRACING = 'TRACING';

/** A call to something outside the process. */
export interface Downstream {
  /** The name of the called service in the trace map. */
  name: string;
  /** The operation that the service is called for. */
  operation: string;
  /** `aws` for an AWS service. */
  namespace: 'aws' | 'remote';
}

const sending = new Set<Promise<void>>();

/**
 * Runs a call and reports its duration to the X-Ray daemon, with institution and version, if the deployment traces and
 * Lambda sampled this invocation.
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

/** Settles when everything was sent to the daemon: Lambda may freeze the process after its answer. */
export async function subsegmentsSent(): Promise<void> {
  if (sending.size > 0) await Promise.all(sending);
}

interface Parent {
  traceId: string;
  id: string;
}

/** The trace in Lambda's header, if it is sampled: `Root=1-…;Parent=…;Sampled=1;…`. */
function sampled(header = ''): Parent | undefined {
  const fields = new Map(header.split(';').map((part) => part.split('=', 2) as [string, string]));
  const [traceId, id] = [fields.get('Root'), fields.get('Parent')];
  if (fields.get('Sampled') !== '1' || traceId === undefined || id === undefined) return undefined;
  return { traceId, id };
}

/** The trace id of this invocation in X-Ray. */
export const tracedRoot = (): string | undefined =>
  process.env[TRACING] === 'true' ? sampled(process.env._X_AMZN_TRACE_ID)?.traceId : undefined;

/** A separately sent subsegment, in the format of X-Ray's segment documents; times are epoch seconds. */
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

/** Sends a datagram to the daemon without waiting for an answer. A lost datagram is not resent. */
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
  // Imported only when needed.
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.send(text, port, host, () => resolve());
  });
  socket.close();
}
