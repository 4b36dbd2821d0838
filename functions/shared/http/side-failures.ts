import { kindOf } from './error-kind.ts';
import type { Log } from './log.ts';
import { type MetricName, metricFields } from './metrics.ts';

/**
 * Reports a failure that does not stop the work: a log line with the error's name and, for a dependency, the service
 * and operation. The line is also a metric.
 * @param now milliseconds since the epoch
 * @returns a function that takes the error and more fields for the line
 */
export const reportSideFailure =
  (log: Log, message: string, metric: MetricName, now: () => number = Date.now) =>
  (error: unknown, fields: Record<string, unknown> = {}): void => {
    const { name, ...call } = kindOf(error);
    log.error(message, { error: name, ...call, ...fields, ...metricFields(now(), { [metric]: 1 }) });
  };
