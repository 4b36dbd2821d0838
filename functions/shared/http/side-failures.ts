import { kindOf } from './error-kind.ts';
import type { Log } from './log.ts';
import { type MetricName, metricFields } from './metrics.ts';

/**
 * Reports what failed beside work that goes on all the same: by a line with the error's name and, where it is a
 * service's, the service and its operation. The line is a metric as well.
 * @param now milliseconds since the epoch
 * @returns to be told of the error, and of what else the line should say
 */
export const reportSideFailure =
  (log: Log, message: string, metric: MetricName, now: () => number = Date.now) =>
  (error: unknown, fields: Record<string, unknown> = {}): void => {
    const { name, ...call } = kindOf(error);
    log.error(message, { error: name, ...call, ...fields, ...metricFields(now(), { [metric]: 1 }) });
  };
