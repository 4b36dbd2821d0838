import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { LineDelivery, LogLine } from '../shared/domain/conversations/turn-lines.ts';
import { createLog, type Log } from '../shared/http/log.ts';
import { METRIC } from '../shared/http/metrics.ts';
import { reportSideFailure } from '../shared/http/side-failures.ts';
import { lineOf } from '../shared/store/conversation-stream.ts';
import { lineDelivery } from '../shared/store/line-delivery.ts';

export interface TurnLinesDependencies {
  delivery: LineDelivery;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Delivers the turns and feedback in the conversations table's stream, in order. An unreadable record is skipped and
 * counted: otherwise it would be retried for a day and block the records behind it.
 * @throws {Error} if the lines could not be delivered; Lambda then retries the same records
 */
export const createTurnLines = ({ delivery, log, now }: TurnLinesDependencies) => {
  const undelivered = reportSideFailure(log, 'turn not delivered', METRIC.turnsUndelivered, now);
  return async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<void> => {
    const lines: LogLine[] = [];
    for (const record of Records) {
      try {
        const line = lineOf(record);
        if (line !== undefined) lines.push(line);
      } catch (error) {
        undelivered(error, { sequence: record.dynamodb?.SequenceNumber });
      }
    }
    await delivery.deliver(lines);
  };
};

export const handler = createTurnLines({
  delivery: lineDelivery(),
  log: createLog('turn-lines'),
  now: Date.now,
});
