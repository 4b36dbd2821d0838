import type { ApiRequest } from './request.ts';

/** A caller's trace, of which a request is a part (W3C Trace Context). */
export interface Trace {
  /** The header as it was sent: calls made for the request pass it on unchanged, since no span is recorded here. */
  traceparent: string;
  /** 32 hex digits that name the trace. */
  traceId: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
/** A header of a later version may be longer, and this one's part of it is read. */
const MAX_LENGTH = 256;

/**
 * The trace of a `traceparent` header (W3C Trace Context §3.2). One that cannot be read counts as none, and so do
 * several: a trace is never a reason to refuse a request.
 */
export function readTrace(headers: ApiRequest['headers']): Trace | undefined {
  const [traceparent = '', ...more] = headers.get('traceparent') ?? [];
  if (more.length > 0 || traceparent.length > MAX_LENGTH) return undefined;
  const [, version = '', traceId = '', parentId = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  const isKnown = version === '00' ? rest === undefined : version !== 'ff';
  if (!isKnown || /^0*$/.test(traceId) || /^0*$/.test(parentId)) return undefined;
  return { traceparent, traceId };
}
