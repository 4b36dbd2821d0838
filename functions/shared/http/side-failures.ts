import type { Log } from './log.ts';
import { type MetricName, metricFields } from './metrics.ts';

/**
 * Reports what failed beside a request that is answered all the same: a line with the error's name, which is a metric.
 * @returns to be told of the error
 */
export const reportSideFailure =
  (log: Log, message: string, metric: MetricName) =>
  (error: unknown): void =>
    log.error(message, {
      error: error instanceof Error ? error.name : typeof error,
      ...metricFields(Date.now(), { [metric]: 1 }),
    });
