import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';

/**
 * Invokes a function and does not wait for its end. `LAMBDA_ENDPOINT` sets another implementation of Lambda (see
 * `localService`).
 * @param FunctionName an ARN
 * @param event JSON
 */
export async function invoke(FunctionName: string, event: string): Promise<void> {
  const endpoint = optionalSetting('LAMBDA_ENDPOINT');
  const client = withDeadlines(
    new LambdaClient({
      requestHandler: { connectionTimeout: CONNECTION_MS },
      maxAttempts: ATTEMPTS,
      ...(endpoint === undefined ? {} : localService(endpoint)),
    }),
  );
  try {
    await client.send(
      new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(event) }),
    );
  } finally {
    client.destroy();
  }
}
