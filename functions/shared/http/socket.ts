import { withinBudget } from '../domain/budget.ts';
import { aboutRequest } from '../domain/request-facts.ts';
import { kindOf } from './error-kind.ts';
import { createLog } from './log.ts';
import { METRIC, metricFields } from './metrics.ts';
import { stackFrames } from './stack-frames.ts';

/** An event of an API Gateway WebSocket API, as far as it is read. */
export interface SocketEvent {
  requestContext: { connectionId: string; requestId: string; requestTimeEpoch?: number };
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** The status tells the gateway whether to open a connection; later ones are ignored. */
export interface SocketResult {
  statusCode: number;
  /** Headers of the answer to the handshake. */
  headers?: Record<string, string>;
}

/** The gateway waits 29 seconds. */
const BUDGET_MS = 27_000;

/**
 * A route of a WebSocket API. Its errors are logged and hidden.
 * @param work returns the answer, or only its status
 */
export function socketRoute(name: string, work: (event: SocketEvent) => Promise<number | SocketResult>) {
  const log = createLog(name);
  return (event: SocketEvent): Promise<SocketResult> =>
    aboutRequest({ requestId: event.requestContext.requestId }, async () => {
      const began = Date.now();
      let result: SocketResult = { statusCode: 500 };
      try {
        const answer = await withinBudget(BUDGET_MS, () => work(event));
        result = typeof answer === 'number' ? { statusCode: answer } : answer;
      } catch (error) {
        const frames = error instanceof Error ? { frames: stackFrames(error) } : {};
        log.error('failed', {
          ...kindOf(error),
          ...frames,
          ...metricFields(Date.now(), { [METRIC.faults]: 1 }),
        });
      }
      const { statusCode } = result;
      log.info('answered', { route: name, statusCode, milliseconds: Date.now() - began });
      return result;
    });
}

/** A header's value; gateways keep the letter case of the client. */
export const headerOf = ({ headers = {} }: SocketEvent, name: string): string =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1] ?? '';
