import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { ParleyStack } from '../../infra/stack.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { withApp } from '../support/stack.ts';

const CHANGED =
  'The stack has other resources or rights than before. A resource that is gone or has another id is made anew in ' +
  'every deployment, and a right that is new is for everybody to see: if both are meant, write the snapshot with ' +
  '`npx vitest run -u test/infra/snapshot.test.ts`, and let the change be read.';

/** Ids that CDK makes of what is in a resource, not of where it is. */
const steady = (id: string): string => id.replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/, '$1');

/** The rights that a policy gives, a resource by the ids that it is made of. */
function rightsOf({ PolicyDocument }: { PolicyDocument: unknown }): string[] {
  const statements = readStatements(evaluate(PolicyDocument, () => undefined));
  const rights = allowances(statements).map(({ action, resource }) => `${action} ${resource}`);
  return rights.map((right) => right.replace(/\.Arn\b/g, '')).sort();
}

test('the stack has the resources and the rights that it had', async () => {
  const { Resources } = withApp((app) => Template.fromStack(new ParleyStack(app, 'Test')).toJSON());
  const blocks = Object.entries<{ Type: string; Properties: { Policies?: { PolicyDocument: unknown }[] } }>(
    Resources,
  ).map(([id, { Type, Properties }]) => {
    const rights = Type === 'AWS::IAM::Role' ? (Properties.Policies ?? []).flatMap(rightsOf) : [];
    return [`${Type} ${steady(id)}`, ...rights.map((right) => `  ${right}`)].join('\n');
  });
  await expect(`${blocks.sort().join('\n')}\n`, CHANGED).toMatchFileSnapshot('snapshots/stack.txt');
});
