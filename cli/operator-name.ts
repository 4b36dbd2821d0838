import { ATTEMPTS, CONNECTION_MS, withDeadlines } from '../functions/shared/store/deadlines.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { userOfThisMachine } from '../local/user-of-this-machine.ts';

/**
 * The operator's name: the ARN of the caller as AWS knows it (a user, or a role with its session), or where the
 * tables are another implementation's, the user of this machine.
 * @throws {Error} of the SDK where AWS does not say who is calling
 */
export async function operatorName(): Promise<string> {
  if (optionalSetting('DYNAMODB_ENDPOINT') !== undefined) return userOfThisMachine();
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = withDeadlines(
    new STSClient({ requestHandler: { connectionTimeout: CONNECTION_MS }, maxAttempts: ATTEMPTS }),
  );
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand());
    if (Arn === undefined) throw new Error('AWS does not say who is calling');
    return Arn;
  } finally {
    client.destroy();
  }
}
