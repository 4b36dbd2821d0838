import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { PEOPLE, type PersonNeeds } from '../people.ts';
import type { TableName } from '../tables.ts';
import type { Store } from './store.ts';

/**
 * The policies of people, who have them attached to a role or a permission set of their own; their ARNs are outputs. They
 * read the stack's outputs beside that, by which the command finds the rest.
 */
export function addPeople(stack: Stack, store: Store): void {
  for (const [name, needs] of Object.entries<PersonNeeds>(PEOPLE)) {
    const policy = new ManagedPolicy(stack, `${name}Policy`, {
      description: needs.description,
      statements: [...tableStatements(needs, store), ...artifactStatements(needs, store), outputsOf(stack)],
    });
    new CfnOutput(stack, name, { value: policy.managedPolicyArn });
  }
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';

function tableStatements(
  { tables, onlyPartitions = {}, neverPartitions = {} }: PersonNeeds,
  store: Store,
): PolicyStatement[] {
  return [...store.tables].flatMap(([name, { tableArn }]: [TableName, { tableArn: string }]) => {
    const actions = tables[name]?.map((action) => `dynamodb:${action}`) ?? [];
    if (actions.length === 0) return [];
    const [only, never] = [onlyPartitions[name], neverPartitions[name]];
    const allow = new PolicyStatement({ actions, resources: [tableArn] });
    if (only !== undefined) allow.addCondition('ForAllValues:StringLike', { [LEADING_KEYS]: [only] });
    if (never === undefined) return [allow];
    const deny = new PolicyStatement({ effect: Effect.DENY, actions, resources: [tableArn] });
    deny.addCondition('ForAnyValue:StringLike', { [LEADING_KEYS]: [never] });
    return [allow, deny];
  });
}

function artifactStatements({ artifacts, deploymentKey }: PersonNeeds, store: Store): PolicyStatement[] {
  const { bucketArn } = store.artifacts;
  return [
    new PolicyStatement({
      actions: artifacts.map((action) => `s3:${action}`),
      resources: [`${bucketArn}/*`],
    }),
    // Without the right to list, S3 calls a missing object forbidden.
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }),
    ...(deploymentKey === undefined
      ? []
      : [
          new PolicyStatement({
            actions: ['secretsmanager:GetSecretValue'],
            resources: [store.deploymentKey.secretArn],
          }),
        ]),
  ];
}

const outputsOf = (stack: Stack): PolicyStatement =>
  new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] });
