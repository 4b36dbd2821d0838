import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { RELAY_LOOK } from '../domain/voice/connections.ts';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting, setting } from './environment.ts';
import { inThisProcess } from './invocation.ts';

/** The longest delay of a message in SQS. */
const MOST_SECONDS = 900;

/**
 * Sends a message to the function `relay-look` after a time: through the queue at `LOOKS_QUEUE`, or in this process if
 * the function is there. `SQS_ENDPOINT` sets another implementation of SQS (see `localService`).
 */
export function createLooks(): (message: object, delayMs: number) => Promise<void> {
  let client: SQSClient | undefined;
  return async (message, delayMs) => {
    const MessageBody = JSON.stringify(message);
    const run = inThisProcess(RELAY_LOOK);
    if (run !== undefined) {
      setTimeout(
        () => void run({ Records: [{ body: MessageBody }] }).catch(() => undefined),
        delayMs,
      ).unref();
      return;
    }
    const endpoint = optionalSetting('SQS_ENDPOINT');
    client ??= withDeadlines(
      new SQSClient({
        requestHandler: { connectionTimeout: CONNECTION_MS },
        maxAttempts: ATTEMPTS,
        ...(endpoint === undefined ? {} : localService(endpoint)),
      }),
    );
    const DelaySeconds = Math.min(MOST_SECONDS, Math.ceil(delayMs / 1000));
    await client.send(
      new SendMessageCommand({ QueueUrl: setting('LOOKS_QUEUE'), MessageBody, DelaySeconds }),
    );
  };
}
