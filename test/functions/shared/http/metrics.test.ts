import { afterEach, expect, test, vi } from 'vitest';
import { METRIC, metricFields } from '../../../../functions/shared/http/metrics.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a line is metrics as CloudWatch reads them: every value declared, by function and by outcome', () => {
  const values = { [METRIC.queries]: 1, [METRIC.modelLoadMilliseconds]: 12.5 };
  expect(metricFields(1_700_000_000_000, values, 'answered')).toEqual({
    _aws: {
      Timestamp: 1_700_000_000_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Parley',
          Dimensions: [['service'], ['service', 'outcome']],
          Metrics: [
            { Name: 'Queries', Unit: 'Count' },
            { Name: 'ModelLoadMilliseconds', Unit: 'Milliseconds' },
          ],
        },
      ],
    },
    outcome: 'answered',
    Queries: 1,
    ModelLoadMilliseconds: 12.5,
  });
});

test('a deployment has its own namespace', () => {
  vi.stubEnv('METRIC_NAMESPACE', 'Other');
  expect(metricFields(0, {})).toHaveProperty('_aws.CloudWatchMetrics.0.Namespace', 'Other');
});

test('without an outcome there is no outcome dimension', () => {
  const fields = metricFields(0, { [METRIC.modelLoads]: 1 });
  expect(fields).not.toHaveProperty('outcome');
  expect(fields).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [['service']]);
});

test('only what a version is judged by is counted by version as well', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '7');
  for (const name of [METRIC.faults, METRIC.foreignCredentials]) {
    const fields = metricFields(0, { [name]: 1 });
    expect(fields).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [
      ['service'],
      ['service', 'functionVersion'],
    ]);
    expect(fields).toHaveProperty('functionVersion', '7');
  }
  expect(metricFields(0, { [METRIC.answers]: 1 }, 'answered')).not.toHaveProperty('functionVersion');
});

test('an unpublished function has no version to count by', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '$LATEST');
  const fields = metricFields(0, { [METRIC.faults]: 1 });
  expect(fields).not.toHaveProperty('functionVersion');
  expect(fields).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [['service']]);
});
