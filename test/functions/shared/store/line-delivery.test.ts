import type { PutRecordBatchCommand } from '@aws-sdk/client-firehose';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LogLine } from '../../../../functions/shared/domain/conversations/turn-lines.ts';
import { lineDelivery, MAX_BYTES, MAX_LINES } from '../../../../functions/shared/store/line-delivery.ts';

beforeEach(() => {
  process.env.DELIVERY_STREAM = 'turns';
});

const line = (session_id: string): LogLine => ({
  kind: 'feedback',
  institution: 'acme',
  day: '2026-11-21',
  sequence: '1',
  deleted: false,
  session_id,
  happened_at: '2026-11-21T00:00:00.000Z',
  ai_version: 'v',
  rating: 'good',
});
const EMPTY_BYTES = JSON.stringify(line('')).length + 1;

/** Creates a Firehose that refuses records as `refusals` says, and records the texts of each call. */
function firehose(refusals: (record: number, call: number) => boolean = () => false) {
  const calls: string[][] = [];
  const put = async ({ input }: PutRecordBatchCommand) => {
    const texts = (input.Records ?? []).map(({ Data }) => Buffer.from(Data ?? []).toString());
    calls.push(texts);
    const refuse = (_: string, index: number) => (refusals(index, calls.length) ? { ErrorCode: 'Busy' } : {});
    return { RequestResponses: texts.map(refuse) };
  };
  return { calls, delivery: lineDelivery(put) };
}

const linesOf = (calls: string[][]) => calls.flat().map((text) => text.split('\n').length - 1);

describe('delivered lines', () => {
  test('are one record up to 500 of them, since a record is billed as 5 KB', async () => {
    const { calls, delivery } = firehose();
    await delivery.deliver(Array.from({ length: MAX_LINES }, () => line('s')));
    expect(linesOf(calls)).toEqual([500]);
    await delivery.deliver(Array.from({ length: MAX_LINES + 1 }, () => line('s')));
    expect(linesOf(calls)).toEqual([500, 500, 1]);
  });

  test('fill a record up to the limit of Firehose, to the byte', async () => {
    const { calls, delivery } = firehose();
    const first = 'x'.repeat(MAX_BYTES - 2 * EMPTY_BYTES);
    await delivery.deliver([line(first), line('')]);
    expect(linesOf(calls)).toEqual([2]);
    await delivery.deliver([line(`${first}x`), line('')]);
    expect(linesOf(calls)).toEqual([2, 1, 1]);
    for (const record of calls.flat()) expect(record.length).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('are not considered delivered unless the answer confirms each', async () => {
    for (const answer of [{}, { RequestResponses: [] }])
      await expect(lineDelivery(async () => answer).deliver([line('s')])).rejects.toThrow(
        'some records only',
      );
  });

  test('are JSON documents, each on a line of its own', async () => {
    const { calls, delivery } = firehose();
    const given = [line('a\nb'), line('c')];
    await delivery.deliver(given);
    const [[record = ''] = []] = calls;
    expect(
      record
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toEqual(given);
  });

  test('of many records are sent in calls of four', async () => {
    const { calls, delivery } = firehose();
    await delivery.deliver(Array.from({ length: 4 * MAX_LINES + 1 }, () => line('s')));
    expect(calls.map((records) => records.length)).toEqual([4, 1]);
  });

  test('make no call if there are none', async () => {
    const { calls, delivery } = firehose();
    await delivery.deliver([]);
    expect(calls).toEqual([]);
  });

  test('that were refused are sent again, without the others', async () => {
    const { calls, delivery } = firehose((record, call) => call === 1 && record === 1);
    await delivery.deliver([...Array.from({ length: MAX_LINES }, () => line('one')), line('two')]);
    expect(calls.map((records) => records.length)).toEqual([2, 1]);
    expect(calls[1]?.[0]).toContain('"two"');
  });

  test('that are refused for good fail', async () => {
    const { calls, delivery } = firehose(() => true);
    await expect(delivery.deliver([line('s')])).rejects.toThrow('Firehose did not accept all records');
    expect(calls).toHaveLength(3);
  });
});
