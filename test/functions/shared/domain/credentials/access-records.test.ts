import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import {
  keyUseRecorder,
  staleUseRecorder,
} from '../../../../../functions/shared/domain/credentials/access-records.ts';
import type { Principal } from '../../../../../functions/shared/domain/credentials/principal.ts';
import { ORIGIN } from '../../../../support/rules.ts';

const MINUTE = 60_000;
const key = (id: string): Principal => ({
  kind: 'key',
  id,
  institution: 'acme',
  userId: 'ann',
  scopes: [],
  referrers: [],
});

function recorder(fails: () => boolean = () => false) {
  const noted: [string, number][] = [];
  const record = keyUseRecorder({
    record: async () => undefined,
    keyUsed: async ({ id }, minute) => {
      noted.push([id, minute]);
      if (fails()) throw new Error('down');
    },
  });
  return { record, noted };
}

describe('the use of a key', () => {
  test('is recorded once a minute, at the beginning of the minute', async () => {
    const { record, noted } = recorder();
    for (const now of [MINUTE, MINUTE + 1, 2 * MINUTE - 1, 2 * MINUTE]) await record(key('a'), now);
    expect(noted).toEqual([
      ['a', MINUTE],
      ['a', 2 * MINUTE],
    ]);
  });

  test('of an earlier minute is not recorded after a later one', async () => {
    const { record, noted } = recorder();
    await record(key('a'), 5 * MINUTE);
    await record(key('a'), 4 * MINUTE);
    expect(noted).toEqual([['a', 5 * MINUTE]]);
  });

  test('is recorded for each key', async () => {
    const { record, noted } = recorder();
    await Promise.all(['a', 'b', 'a'].map((id) => record(key(id), MINUTE)));
    expect(noted).toEqual([
      ['a', MINUTE],
      ['b', MINUTE],
    ]);
  });

  test('is recorded again after a failed write, which rejects nothing', async () => {
    let down = true;
    const { record, noted } = recorder(() => down);
    await record(key('a'), MINUTE);
    down = false;
    await record(key('a'), MINUTE + 1);
    await record(key('a'), MINUTE + 2);
    expect(noted).toHaveLength(2);
  });

  test('is not recorded for a token', async () => {
    const { record, noted } = recorder();
    await record({ ...key('a'), kind: 'token' }, MINUTE);
    expect(noted).toEqual([]);
  });

  test('is remembered for at most ten thousand keys', async () => {
    const { record, noted } = recorder();
    for (let index = 0; index < 10_000; index += 1) await record(key(`k${index}`), MINUTE);
    await record(key('k0'), MINUTE);
    expect(noted).toHaveLength(10_000);
    await record(key('another'), MINUTE);
    await record(key('k0'), MINUTE);
    expect(noted).toHaveLength(10_002);
  });
});

describe('the use of an invalid credential', () => {
  test('is audited with the reason, once a minute for each', async () => {
    const events: AuditEvent[] = [];
    const record = staleUseRecorder({ record: async (event) => void events.push(event) });
    const at = (now: number) => ({ ...ORIGIN, now });
    await record(key('a'), 'expired', at(5 * MINUTE));
    await record(key('a'), 'expired', at(6 * MINUTE - 1));
    await record(key('a'), 'user_disabled', at(6 * MINUTE));
    await record({ ...key('b'), kind: 'token' }, 'expired', at(6 * MINUTE));
    expect(events.map(({ actor, reason, at: time }) => [actor.id, reason, time])).toEqual([
      ['a', 'expired', 5 * MINUTE],
      ['a', 'user_disabled', 6 * MINUTE],
      ['b', 'expired', 6 * MINUTE],
    ]);
    expect(events[0]).toMatchObject({ action: 'credential.use', outcome: 'refused', institution: 'acme' });
  });

  test('rejects nothing if it cannot be audited', async () => {
    const record = staleUseRecorder({ record: () => Promise.reject(new Error('down')) });
    await record(key('a'), 'expired', ORIGIN);
  });
});
