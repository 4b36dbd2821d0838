import type { Log } from './log.ts';
import { type MetricName, metricFields } from './metrics.ts';

/**
 * Reports what failed beside work that goes on all the same: a line with the error's name, which is a metric.
 * @param now milliseconds since the epoch
 * @returns to be told of the error, and of what else the line should say
 */
export const reportSideFailure =
  (log: Log, message: string, metric: MetricName, now: () => number = Date.now) =>
  (error: unknown, fields: Record<string, unknown> = {}): void =>
    log.error(message, {
      error: error instanceof Error ? error.name : typeof error,
      ...fields,
      ...metricFields(now(), { [metric]: 1 }),
    });
