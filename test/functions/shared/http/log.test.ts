import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Returns the output of a process that logs a line with metrics, as a function does. */
function written(): string {
  const module = (name: string) =>
    new URL(`../../../../functions/shared/http/${name}.ts`, import.meta.url).href;
  const script = `
    import { createLog } from '${module('log')}';
    import { METRIC, metricFields } from '${module('metrics')}';
    createLog('query').info('answered', metricFields(0, { [METRIC.answers]: 1 }, 'answered'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    // Without the variable that silences the log in tests.
    env: {},
  });
  return stdout + stderr;
}

test('a line with metrics is one line, which has every dimension that it declares', () => {
  const lines = written().trim().split('\n');
  expect(lines).toHaveLength(1);
  const line: Record<string, unknown> = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ service: 'query', outcome: 'answered', Answers: 1 });
  expect(line).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [['service'], ['service', 'outcome']]);
});
