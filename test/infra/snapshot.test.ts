import { expect, test } from 'vitest';
import { wholeTemplate } from '../../infra/whole-template.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { stacksWith } from '../support/stack.ts';

const CHANGED =
  'The stack has other resources or rights than before. A resource that is gone or has another id is made anew in ' +
  'every deployment, and a right that is new is for everybody to see: if both are meant, write the snapshot with ' +
  '`npx vitest run -u test/infra/snapshot.test.ts`, and let the change be read.';

/** Removes the content hash that the CDK appends to ids of deployments. */
const steady = (id: string): string => id.replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/, '$1');

/** Returns the rights of a policy as `action resource`, sorted, with resources given by ids. */
function rightsOf({ PolicyDocument }: { PolicyDocument: unknown }): string[] {
  const statements = readStatements(evaluate(PolicyDocument, () => undefined));
  const rights = allowances(statements).map(({ action, resource }) => `${action} ${resource}`);
  return rights.map((right) => right.replace(/\.Arn\b/g, '')).sort();
}

test('the stack has the resources and rights of the snapshot', async () => {
  const stacks = stacksWith();
  const { Resources } = wholeTemplate(stacks);
  const nameOf = (stack: string) => (stack === '' ? 'the outer stack' : stack.replace(/NestedStack.*/, ''));
  const parts = Array.from(stacks, ([stack, template]) => {
    const blocks = Object.entries(template.Resources).map(([id, { Type }]) => {
      const policies = (Resources[id]?.Properties?.Policies ?? []) as { PolicyDocument: unknown }[];
      const rights = Type === 'AWS::IAM::Role' ? policies.flatMap(rightsOf) : [];
      return [`${Type} ${steady(id)}`, ...rights.map((right) => `  ${right}`)].join('\n');
    });
    return `# ${nameOf(stack)}\n${blocks.sort().join('\n')}\n`;
  });
  await expect(parts.join('\n'), CHANGED).toMatchFileSnapshot('snapshots/stack.txt');
});
