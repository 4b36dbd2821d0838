import { afterEach, describe, expect, test } from 'vitest';
import { noteFacts, requestFacts } from '../../../../functions/shared/domain/request-facts.ts';
import { authorizedEndpoint, publicEndpoint } from '../../../../functions/shared/http/endpoint.ts';
import { withRequestFacts } from '../../../../functions/shared/http/log.ts';
import { METRIC, METRICS_BY_INSTITUTION, metricFields } from '../../../../functions/shared/http/metrics.ts';
import { call } from '../../../support/requests.ts';
import { CALLER } from '../../../support/rules.ts';

const principalOf = (institution: string) => ({ ...CALLER, institution });

const lines: Record<string, unknown>[] = [];
const keep = (message: string, fields: Record<string, unknown>) => void lines.push({ message, ...fields });
const log = { info: keep, warn: keep, error: keep };
/** The log of code deep below an endpoint, which does not know the request. */
const below = withRequestFacts(log);

const endpoint = authorizedEndpoint({ name: 'query', log }, async ({ principal }) => {
  await new Promise((resolve) => setImmediate(resolve));
  noteFacts({ versionId: `version of ${principal.institution}` });
  await Promise.resolve();
  below.warn('deep below', {});
  if (principal.institution === 'failing') throw new Error('broken');
  return { body: { ...metricFields(0, { [METRIC.answers]: 1 }, 'answered') } };
});

afterEach(() => {
  lines.length = 0;
  delete process.env[METRICS_BY_INSTITUTION];
});

describe('every line of a request', () => {
  test('carries its own id, institution and AI version, also among concurrent requests', async () => {
    const institutions = Array.from({ length: 20 }, (_, number) => `bank-${number}`);
    await Promise.all(institutions.map((name) => call(endpoint, { principal: principalOf(name) })));
    expect(lines).toHaveLength(40);
    for (const message of ['deep below', 'answered']) {
      const found = lines.filter((line) => line.message === message);
      expect(found.map(({ institution }) => institution).toSorted()).toEqual(institutions.toSorted());
      for (const { requestId, institution, versionId } of found) {
        expect([requestId, versionId]).toEqual(['request-1', `version of ${institution}`]);
      }
    }
  });

  test('carries them also if the request failed', async () => {
    await call(endpoint, { principal: principalOf('failing') });
    expect(lines.map(({ message }) => message)).toEqual(['deep below', 'failed', 'answered']);
    const facts = { requestId: 'request-1', institution: 'failing', versionId: 'version of failing' };
    for (const line of lines) expect(line).toMatchObject(facts);
  });

  test('names no institution if nobody proved one', async () => {
    await call(publicEndpoint({ name: 'y', log }, async () => ({ body: {} })));
    expect(lines).toMatchObject([{ requestId: 'request-1' }]);
    expect(lines[0]).not.toHaveProperty('institution');
  });
});

test('outside of a request there are no facts, and none are recorded', () => {
  noteFacts({ institution: 'acme' });
  expect(requestFacts()).toEqual({});
});

describe('a metric', () => {
  const dimensionsOf = async () => {
    const { body } = await call(endpoint, { principal: principalOf('acme') });
    return { dimensions: body._aws.CloudWatchMetrics[0].Dimensions, institution: body.institution };
  };

  test('has the institution as a dimension if the deployment enables it', async () => {
    process.env[METRICS_BY_INSTITUTION] = 'true';
    expect(await dimensionsOf()).toEqual({
      dimensions: [['service'], ['service', 'outcome'], ['service', 'institution']],
      institution: 'acme',
    });
    expect(metricFields(0, { [METRIC.answers]: 1 })).not.toHaveProperty('institution');
  });

  test('has no such dimension by default', async () => {
    expect(await dimensionsOf()).toEqual({
      dimensions: [['service'], ['service', 'outcome']],
      institution: undefined,
    });
  });
});
