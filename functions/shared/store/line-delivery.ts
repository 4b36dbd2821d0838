import { FirehoseClient, PutRecordBatchCommand } from '@aws-sdk/client-firehose';
import type { LineDelivery, LogLine } from '../domain/conversations/turn-lines.ts';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { setting } from './environment.ts';

/** Firehose accepts this many JSON documents per record, and records of up to 1,000 KiB. */
export const MAX_LINES = 500;
export const MAX_BYTES = 900 * 1024;
/** Firehose accepts this many records per call, and 4 MiB in total. */
const MAX_RECORDS = 4;

/** The Firehose operation that is used. */
export type PutRecords = (
  command: PutRecordBatchCommand,
) => Promise<{ RequestResponses?: { ErrorCode?: string | undefined }[] | undefined }>;

/**
 * Delivers lines to a Firehose stream, which writes them to S3 in folders. Lines are packed into as few records as
 * possible, since each record is billed in multiples of 5 KB.
 */
export function lineDelivery(put: PutRecords = connect()): LineDelivery {
  async function send(records: readonly Uint8Array[]): Promise<void> {
    let pending = records.map((Data) => ({ Data }));
    for (let attempt = 1; pending.length > 0; attempt += 1) {
      if (attempt > ATTEMPTS) throw new Error('Firehose did not accept all records of a batch');
      const command = new PutRecordBatchCommand({
        DeliveryStreamName: setting('DELIVERY_STREAM'),
        Records: pending,
      });
      const { RequestResponses = [] } = await put(command);
      // A truncated answer counts as a failure: Firehose may not have accepted the records it does not mention.
      if (RequestResponses.length !== pending.length)
        throw new Error('Firehose answered for some records only');
      pending = pending.filter((_, index) => RequestResponses[index]?.ErrorCode !== undefined);
    }
  }

  return {
    async deliver(lines) {
      const records = recordsOf(lines);
      for (let from = 0; from < records.length; from += MAX_RECORDS) {
        await send(records.slice(from, from + MAX_RECORDS));
      }
    },
  };
}

function connect(): PutRecords {
  let client: FirehoseClient | undefined;
  return (command) => {
    client ??= withDeadlines(
      new FirehoseClient({ requestHandler: { connectionTimeout: CONNECTION_MS }, maxAttempts: ATTEMPTS }),
    );
    return client.send(command);
  };
}

/** Packs lines into records, one JSON document per line. */
function recordsOf(lines: readonly LogLine[]): Uint8Array[] {
  const records: Uint8Array[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const close = () => {
    if (texts.length > 0) records.push(Buffer.from(texts.join('')));
    texts = [];
    bytes = 0;
  };
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    const size = Buffer.byteLength(text);
    if (texts.length === MAX_LINES || bytes + size > MAX_BYTES) close();
    texts.push(text);
    bytes += size;
  }
  close();
  return records;
}
