/**
 * The metrics that functions write, as the alarms and the dashboard read them: one source for both.
 */
export { METRIC, METRIC_NAMESPACE } from '../functions/shared/http/metrics.ts';
