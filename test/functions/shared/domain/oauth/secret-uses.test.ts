import { describe, expect, test } from 'vitest';
import { secretUseRecorder } from '../../../../../functions/shared/domain/oauth/secret-uses.ts';

const HOUR = 3_600_000;
const NOON = 12 * HOUR;

function recorder(failures = 0) {
  const noted: unknown[] = [];
  const record = secretUseRecorder({
    async secretUsed(...use) {
      noted.push(use);
      if (noted.length <= failures) throw new Error('down');
    },
  });
  const use = (secretDigest: string | undefined, now: number) =>
    record({ clientId: 'acme.x', revision: 1, ...(secretDigest === undefined ? {} : { secretDigest }) }, now);
  return { use, noted };
}

describe('the use of a client’s secret is recorded', () => {
  test('once an hour, separately for each secret', async () => {
    const { use, noted } = recorder();
    await use('d1', NOON);
    await use('d1', NOON + HOUR - 1);
    await use('d2', NOON + 1);
    await use('d1', NOON + HOUR);
    expect(noted).toEqual([
      ['acme.x', 'd1', NOON],
      ['acme.x', 'd2', NOON],
      ['acme.x', 'd1', NOON + HOUR],
    ]);
  });

  test('but not for a client without one', async () => {
    const { use, noted } = recorder();
    await use(undefined, NOON);
    expect(noted).toEqual([]);
  });

  test('again if the write failed, without an error for the caller', async () => {
    const { use, noted } = recorder(1);
    await use('d1', NOON);
    await use('d1', NOON);
    await use('d1', NOON);
    expect(noted).toHaveLength(2);
  });
});
