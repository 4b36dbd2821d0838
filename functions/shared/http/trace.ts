import type { ApiRequest } from './request.ts';

/** The caller's trace that a request belongs to (W3C Trace Context). */
export interface Trace {
  /** The header as sent. Outgoing calls forward it unchanged, since no span is recorded here. */
  traceparent: string;
  /** The trace id in 32 hex digits. */
  traceId: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
/** Headers of later versions may be longer; only the part of this version is read. */
const MAX_LENGTH = 256;

/**
 * The trace of a `traceparent` header (W3C Trace Context §3.2). An unreadable or repeated header is ignored: a trace
 * is never a reason to refuse a request.
 */
export function readTrace(headers: ApiRequest['headers']): Trace | undefined {
  const [traceparent = '', ...more] = headers.get('traceparent') ?? [];
  if (more.length > 0 || traceparent.length > MAX_LENGTH) return undefined;
  const [, version = '', traceId = '', parentId = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  const isKnown = version === '00' ? rest === undefined : version !== 'ff';
  if (!isKnown || /^0*$/.test(traceId) || /^0*$/.test(parentId)) return undefined;
  return { traceparent, traceId };
}
