import { readFile } from 'node:fs/promises';
import type { DataFolder } from '../../local/data-folder.ts';
import type { FunctionAccess } from '../../local/lambda/access.ts';

/** Permissions that the suite gives no occasion for, each with the test that does. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'query s3:ListBucket': 'asked for where an artifact is missing: test/local/lambda/s3-server.test.ts',
  'versions-diff s3:ListBucket':
    'asked for where an artifact is missing: test/local/lambda/s3-server.test.ts',
  'oauth-token dynamodb:DeleteItem':
    'a code that is used twice takes back its token: test/functions/oauth-token/grants/authorization-code.test.ts',
};

/**
 * The differences between the policies of the template and what the functions did while they were judged.
 * @param folder of a service that `npm run start:lambda` ran, and that has ended
 */
export async function permissionFaults({ accessFile }: DataFolder): Promise<string[]> {
  const report: Record<string, FunctionAccess> = JSON.parse(await readFile(accessFile, 'utf8'));
  return Object.entries(report).flatMap(([name, { refused, unused }]) => [
    ...refused.map(({ action, resource }) => `  ${name} was refused ${action} on ${resource}`),
    ...unused
      .filter(({ action }) => ELSEWHERE[`${name} ${action}`] === undefined)
      .map(({ action, resource }) => `  ${name} may do ${action} on ${resource}, and never did`),
  ]);
}
