import { ATTEMPTS, CONNECTION_MS, withDeadlines } from '../functions/shared/store/deadlines.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { userOfThisMachine } from '../local/user-of-this-machine.ts';

/**
 * The operator's name: the ARN of the AWS caller (a user, or a role with its session), or this machine's user
 * if the tables are not in AWS.
 * @throws {Error} the SDK's error if AWS does not identify the caller
 */
export async function operatorName(): Promise<string> {
  if (optionalSetting('DYNAMODB_ENDPOINT') !== undefined) return userOfThisMachine();
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = withDeadlines(
    new STSClient({ requestHandler: { connectionTimeout: CONNECTION_MS }, maxAttempts: ATTEMPTS }),
  );
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand());
    if (Arn === undefined) throw new Error('AWS did not identify the caller');
    return Arn;
  } finally {
    client.destroy();
  }
}
