import { readFile } from 'node:fs/promises';
import type { DataFolder } from '../../local/data-folder.ts';
import type { FunctionAccess } from '../../local/lambda/access.ts';

/** The suite cannot wait that long: the shortest time that an author can set is a minute. */
const NOBODY_THERE = 'used if nobody has claimed a conversation in time: test/functions/query/people.test.ts';

/** Without the setting `webhooks` a deployment has no webhooks to change. */
const WEBHOOKS = 'used with the setting webhooks: test/conformance/webhooks.test.ts';

const CLOCK = 'the clock runs it, which the emulator has not: test/functions/unhandled-groups';

/** Functions that the suite never calls and permissions that it never uses, each with the test that does. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'query s3:ListBucket': 'used if an artifact is missing: test/local/lambda/s3-server.test.ts',
  'versions-diff s3:ListBucket': 'used if an artifact is missing: test/local/lambda/s3-server.test.ts',
  'handoffs-suggest s3:ListBucket': 'used if an artifact is missing: test/local/lambda/s3-server.test.ts',
  'drafts-try s3:ListBucket': 'used if an artifact is missing: test/local/lambda/s3-server.test.ts',
  'oauth-token dynamodb:DeleteItem':
    'a code that is used twice revokes its token: test/functions/oauth-token/grants/authorization-code.test.ts',
  'query dynamodb:DeleteItem':
    'used if a user goes back to the assistant: test/functions/query/people.test.ts',
  'webhooks dynamodb:PutItem': WEBHOOKS,
  ...Object.fromEntries(
    ['GetItem', 'PutItem', 'Query', 'DeleteItem', 'ConditionCheckItem'].map((action) => [
      `unhandled-groups dynamodb:${action}`,
      CLOCK,
    ]),
  ),
  'unhandled-groups': CLOCK,
  'unhandled-groups secretsmanager:GetSecretValue': CLOCK,
  'webhooks dynamodb:UpdateItem': WEBHOOKS,
  'dialog-messages dynamodb:PutItem': NOBODY_THERE,
  'dialog-messages dynamodb:DeleteItem': NOBODY_THERE,
  'dialog-messages dynamodb:UpdateItem': NOBODY_THERE,
};

/**
 * Functions that never answered, and differences between the template's policies and what the functions did.
 * @param folder of a service run by `npm run start:lambda` that has ended
 */
export async function permissionFaults({ accessFile }: DataFolder): Promise<string[]> {
  const report: Record<string, FunctionAccess> = JSON.parse(await readFile(accessFile, 'utf8'));
  return Object.entries(report).flatMap(([name, { answered, refused, unused }]) => [
    ...(answered || ELSEWHERE[name] !== undefined ? [] : [`  ${name} never answered`]),
    ...refused.map(({ action, resource }) => `  ${name} was refused ${action} on ${resource}`),
    ...unused
      .filter(({ action }) => ELSEWHERE[`${name} ${action}`] === undefined)
      .map(({ action, resource }) => `  ${name} may do ${action} on ${resource}, and never did`),
  ]);
}
